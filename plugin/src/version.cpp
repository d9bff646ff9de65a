#include "sinew/sinew.h"

#define SINEW_TEXT_OF(number) #number
#define SINEW_VERSION_TEXT(major, minor, patch) \
    SINEW_TEXT_OF(major) "." SINEW_TEXT_OF(minor) "." SINEW_TEXT_OF(patch)

uint32_t sinew_api_version(void) {
    return SINEW_VERSION_MAJOR * 10000 + SINEW_VERSION_MINOR * 100 + SINEW_VERSION_PATCH;
}

const char* sinew_version_string(void) {
    return SINEW_VERSION_TEXT(SINEW_VERSION_MAJOR, SINEW_VERSION_MINOR, SINEW_VERSION_PATCH);
}
