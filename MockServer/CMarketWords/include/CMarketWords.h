#ifndef C_MARKET_WORDS_H
#define C_MARKET_WORDS_H

/// The words of the seeded catalogue, in UTF-8: all files of the folder Words, one after the other.
const char *_Nonnull market_words(void);

#endif
