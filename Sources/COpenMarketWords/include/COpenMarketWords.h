#ifndef C_OPEN_MARKET_WORDS_H
#define C_OPEN_MARKET_WORDS_H

/// The standard groups of words that mean the same, in UTF-8, one group a line: all files of the folder Equivalents.
const char *_Nonnull om_equivalent_words(void);

#endif
