"""One file a language; the file's name is the wire name."""
