"""What runs inside the box; standard library only, since it is copied there."""
