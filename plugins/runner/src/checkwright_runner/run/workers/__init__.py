"""Worker processes: started, fed, timed, replaced."""
