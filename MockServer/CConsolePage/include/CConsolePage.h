#ifndef C_CONSOLE_PAGE_H
#define C_CONSOLE_PAGE_H

/// The text of a file of the console's page, in UTF-8; null when there is none of this name.
const char *_Nullable console_page_file(const char *_Nonnull name);

#endif
