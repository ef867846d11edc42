"""The application: settings, wiring, and the service that every face uses."""
