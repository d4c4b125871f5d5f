"""What commands write into files and streams."""
