"""From a request to its brief, its tasks and the queries of a round."""
