#ifndef SWAGE_SIMULATOR_SETTINGS_H
#define SWAGE_SIMULATOR_SETTINGS_H

#include <stdbool.h>

// What a simulated device is like and how it misbehaves.
//
// A text of `name=value` entries, separated by semicolons or line ends; a later entry wins. `#` begins a comment.
//   codecs=h264,hevc; depths=8,10; max-width=4096; fault=EndPicture@frame25:HW_BUSY
//
// `fault` may be given several times, each as CALL@WHEN:ACTION.
//   CALL    a function of the interface, without its prefix: EndPicture, EncLockBitstream, Initialize ...
//   WHEN    N (its N-th call in this process), or frameN (its first call after the N-th picture was begun); both from 1.
//   ACTION  hang, crash, garbage, lost, bad-bitstream, or the name of a status of the interface.
typedef struct sim_settings sim_settings;

enum { SIM_ACTION_LENGTH = 64 };

// Makes settings of a text, which may be NULL or empty.
sim_settings *sim_settings_create(const char *text);
// Adds the entries of another text; they win over what is there.
void sim_settings_add(sim_settings *settings, const char *text);
void sim_settings_destroy(sim_settings *settings);

// The value of an entry, or `otherwise`. The pointer lives as long as the settings are not added to.
const char *sim_setting_text(const sim_settings *settings, const char *name, const char *otherwise);
long sim_setting_number(const sim_settings *settings, const char *name, long otherwise);
// Whether the comma-separated list of an entry (or `otherwise` where there is none) has an item.
bool sim_setting_has(const sim_settings *settings, const char *name, const char *item, const char *otherwise);

// Says that the next picture begins; `frameN` faults count these.
void sim_picture_begins(sim_settings *settings);

// Counts a call and answers whether it is to misbehave now; `action` receives how. `hang` and `crash` are carried out
// here and never return.
bool sim_fault(sim_settings *settings, const char *call, char action[SIM_ACTION_LENGTH]);

#endif
