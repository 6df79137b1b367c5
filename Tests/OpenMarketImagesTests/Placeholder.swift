// Replaced by the tests of the decoder.
