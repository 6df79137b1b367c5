// The files of the console's page, within the program: `mock-server` is one file wherever it is put. SwiftPM's
// `.embedInCode` makes an array of numbers of them, which takes the compiler many seconds.
#include "CConsolePage.h"
#include <stddef.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed; every clang since 19 and Xcode 16.3 has it

static const char app_js[] = {
#embed "Page/app.js" suffix(, 0)
};
static const char catalogue_js[] = {
#embed "Page/catalogue.js" suffix(, 0)
};
static const char console_css[] = {
#embed "Page/console.css" suffix(, 0)
};
static const char console_html[] = {
#embed "Page/console.html" suffix(, 0)
};
static const char console_js[] = {
#embed "Page/console.js" suffix(, 0)
};
static const char controls_js[] = {
#embed "Page/controls.js" suffix(, 0)
};
static const char detail_js[] = {
#embed "Page/detail.js" suffix(, 0)
};
static const char dom_js[] = {
#embed "Page/dom.js" suffix(, 0)
};
static const char effects_js[] = {
#embed "Page/effects.js" suffix(, 0)
};
static const char icon_svg[] = {
#embed "Page/icon.svg" suffix(, 0)
};
static const char log_js[] = {
#embed "Page/log.js" suffix(, 0)
};
static const char net_js[] = {
#embed "Page/net.js" suffix(, 0)
};
static const char texts_js[] = {
#embed "Page/texts.js" suffix(, 0)
};

static const struct {
  const char *name, *text;
} files[] = {
  {"app.js", app_js},
  {"catalogue.js", catalogue_js},
  {"console.css", console_css},
  {"console.html", console_html},
  {"console.js", console_js},
  {"controls.js", controls_js},
  {"detail.js", detail_js},
  {"dom.js", dom_js},
  {"effects.js", effects_js},
  {"icon.svg", icon_svg},
  {"log.js", log_js},
  {"net.js", net_js},
  {"texts.js", texts_js},
};

const char *console_page_file(const char *name) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++)
    if (!strcmp(files[index].name, name)) return files[index].text;
  return NULL;
}
