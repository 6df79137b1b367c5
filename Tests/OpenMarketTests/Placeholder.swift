// Tests follow with the first real type.
