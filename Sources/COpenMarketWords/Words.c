// The words are within the program, as the console's page is: see MockServer/CConsolePage/Files.c.
#include "COpenMarketWords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed; every clang since 19 and Xcode 16.3 has it

static const char equivalents[] = {
// Makers and models of electronics, in both scripts.
#embed "Equivalents/electronics-brands.txt" suffix(, )
// Makers of clothes, cars, toys and what one does outside.
#embed "Equivalents/other-brands.txt" suffix(, )
// Makers of bags, clothes, shoes, watches, jewels and cosmetics.
#embed "Equivalents/luxury.txt" suffix(, )
// Devices, their parts and their units.
#embed "Equivalents/devices.txt" suffix(, )
// Numbers as words, with what is counted: alone they begin and end too many words.
#embed "Equivalents/numbers.txt" suffix(, )
// Machines of the house, furniture and what children need.
#embed "Equivalents/household.txt" suffix(, )
// Clothes, shoes, jewels and cosmetics.
#embed "Equivalents/fashion.txt" suffix(, )
// Sport, camping, music, books and what is collected.
#embed "Equivalents/leisure.txt" suffix(, )
// Groups of singers, characters, games and what their fans collect.
#embed "Equivalents/fans.txt" suffix(, )
// Loan words, the spelling by the rules of the National Institute of Korean Language (외래어 표기법) first, then how they are
// also written; those with Latin spellings or other words are above.
#embed "Equivalents/spellings.txt" suffix(, )
    0};

const char *om_equivalent_words(void) { return equivalents; }
