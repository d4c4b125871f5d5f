"""What is tried here is drawn as everywhere in the workspace."""

import properties  # noqa: F401 - loads the profile
