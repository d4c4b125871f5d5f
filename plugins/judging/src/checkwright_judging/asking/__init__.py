"""Ask one model behind one profile until there is a reply that can be read, or none is to be had."""
