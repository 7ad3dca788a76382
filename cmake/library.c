// SPDX-License-Identifier: MIT OR Apache-2.0
/* A shared library needs a source of its own in CMake; everything else comes from the rooms. */
typedef int sl_library_is_made_of_rooms;
