// SPDX-License-Identifier: MIT OR Apache-2.0
/* A shared object, but not a module. */
extern int sluice_something;
int sluice_something = 1;
