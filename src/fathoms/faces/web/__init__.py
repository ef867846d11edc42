"""The page: plain HTML, CSS and ES modules, served as they lie here. Nothing is built, nothing is fetched elsewhere."""
