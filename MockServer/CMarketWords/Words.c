// The words are within the program, as the console's page is: see CConsolePage/Files.c.
#include "CMarketWords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed; every clang since 19 and Xcode 16.3 has it

static const char words[] = {
#embed "Words/common.txt" suffix(, )
#embed "Words/electronics.txt" suffix(, )
#embed "Words/fashion.txt" suffix(, )
#embed "Words/home.txt" suffix(, )
#embed "Words/leisure.txt" suffix(, )
#embed "Words/names.txt" suffix(, )
    0};

const char *market_words(void) { return words; }
