"""The referee for mapping rivers hex by hex, by the River Check of Source of the Nile."""

__version__ = "0.1.0"
