"""The table: games in a browser, kept in one SQLite file. docs/server.md says what it answers."""
