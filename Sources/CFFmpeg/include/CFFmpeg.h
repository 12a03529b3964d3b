#ifndef SWAGE_CFFMPEG_H
#define SWAGE_CFFMPEG_H
#endif
