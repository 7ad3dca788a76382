// SPDX-License-Identifier: MIT OR Apache-2.0
/* The verbs, one family a file: argc and argv are the words after the verb; the result is the exit status. */
#ifndef SL_APPS_SLUICE_VERBS_H
#define SL_APPS_SLUICE_VERBS_H

#include "sluice/cli.h"

int verb_doctor(cli_state *cli, int argc, char **argv);
int verb_circuits(cli_state *cli, int argc, char **argv);
int verb_circuit_info(cli_state *cli, int argc, char **argv);
int verb_circuit_digest(cli_state *cli, int argc, char **argv);
int verb_circuit_check(cli_state *cli, int argc, char **argv);
int verb_circuit_save(cli_state *cli, int argc, char **argv);
int verb_witness(cli_state *cli, int argc, char **argv);
int verb_publics(cli_state *cli, int argc, char **argv);
int verb_params_generate(cli_state *cli, int argc, char **argv);
int verb_params_fold(cli_state *cli, int argc, char **argv);
int verb_params_inspect(cli_state *cli, int argc, char **argv);
int verb_params_check(cli_state *cli, int argc, char **argv);
int verb_prove(cli_state *cli, int argc, char **argv);
int verb_verify(cli_state *cli, int argc, char **argv);
int verb_merge(cli_state *cli, int argc, char **argv);
int verb_c1_inspect(cli_state *cli, int argc, char **argv);
int verb_c1_synth(cli_state *cli, int argc, char **argv);
int verb_vanilla_synth(cli_state *cli, int argc, char **argv);
int verb_sim(cli_state *cli, int argc, char **argv);
int verb_bench_kernel(cli_state *cli, int argc, char **argv);
int verb_manual(cli_state *cli, int argc, char **argv);

/* Part of params check: the folded key `path` against `original`; name: of the circuit, or NULL. */
sluice_status params_check_original(cli_state *cli, const char *path, const char *original, const char *name);

#endif
