"""The table in a real browser: by mouse, by touch, by keyboard alone."""
