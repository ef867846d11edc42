"""The HTTP face: a JSON interface described by OpenAPI, live events, and the page that is built on it."""
