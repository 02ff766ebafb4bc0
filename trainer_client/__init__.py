"""The thin client of the judging service; imports nothing else of this project."""
