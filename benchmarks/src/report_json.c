/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <jansson.h>
#include <string.h>

#include "apart.h"
#include "preload.h"

static const char *const effort_names[BENCH_EFFORTS] = {"quick", "normal", "full"};

/* What the build knows, or what an allocator that is loaded for its rounds alone says there. */
static json_t *version_of(const struct bench_peer *peer)
{
    char version[32];

    if (peer->version != NULL)
        return json_string(peer->version);
    for (size_t i = 0; i < bench_entry_count; i++) {
        const char *name = bench_entries[i].name;
        const size_t length = strlen(peer->name);
        if (strncmp(name, peer->name, length) == 0 && name[length] == ':' &&
            bench_preload_of(name) != NULL) {
            bench_apart_version(&bench_entries[i], version, sizeof version);
            return version[0] != '\0' ? json_string(version) : json_null();
        }
    }
    return json_null();
}

static json_t *peers_of_build(bool built)
{
    json_t *peers = json_object();
    for (size_t i = 0; i < bench_peer_count; i++) {
        const struct bench_peer *peer = &bench_peers[i];
        if (peer->built != built)
            continue;
        if (built)
            json_object_set_new(peers, peer->name, version_of(peer));
        else
            json_object_set_new(peers, peer->name,
                                peer->package != NULL ? json_string(peer->package) : json_null());
    }
    return peers;
}

/* Flags beyond those of the rest, by the peer whose adapter is compiled with them. */
static json_t *flags_of_peers(void)
{
    json_t *flags = json_object();
    for (size_t i = 0; i < bench_peer_count; i++)
        if (bench_peers[i].built && bench_peers[i].flags != NULL)
            json_object_set_new(flags, bench_peers[i].name, json_string(bench_peers[i].flags));
    return flags;
}

static json_t *cores_of(const struct bench_list *list)
{
    json_t *cores = json_array();
    for (unsigned i = 0; i < list->count; i++)
        json_array_append_new(cores, json_integer((json_int_t)list->values[i]));
    return cores;
}

static json_t *environment_of(const struct bench_report *report)
{
    const struct bench_environment *environment = report->environment;
    json_t *object = json_object();

    json_object_set_new(object, "date", json_string(environment->date));
    json_object_set_new(object, "tern_version", json_string(TERN_VERSION_TEXT));
    json_object_set_new(object, "cpu", json_string(environment->cpu));
    json_object_set_new(object, "machine", json_string(environment->system.machine));
    json_object_set_new(
        object, "kernel",
        json_sprintf("%s %s", environment->system.sysname, environment->system.release));
    json_object_set_new(object, "compiler", json_string(environment->compiler));
    json_object_set_new(object, "flags", json_string(environment->flags));
    json_object_set_new(object, "tsc_hz", json_integer((json_int_t)environment->tsc_hz));
    json_object_set_new(object, "load", json_real(environment->load));
    json_object_set_new(object, "cores", cores_of(&report->options->cores));
    json_object_set_new(object, "seed", json_integer((json_int_t)report->options->seed));
    json_object_set_new(object, "rate", json_integer((json_int_t)report->options->rate));
    json_object_set_new(object, "effort", json_string(effort_names[report->options->effort]));
    json_object_set_new(object, "interrupted", json_boolean(environment->interrupted));
    json_object_set_new(object, "peers", peers_of_build(true));
    json_object_set_new(object, "peer_flags", flags_of_peers());
    json_object_set_new(object, "peers_left_out", peers_of_build(false));
    return object;
}

static json_t *row_of(const struct bench_report *report, const struct bench_job *job,
                      unsigned place)
{
    const struct bench_metric *metric = bench_metric_of(job->scenario, place);
    const struct bench_statistics *figures = bench_job_figures(job, place);
    json_t *row = json_object();

    json_object_set_new(row, "suite", json_string(bench_suites[report->options->suite].name));
    json_object_set_new(row, "scenario", json_string(job->scenario->name));
    json_object_set_new(row, "candidate", json_string(job->entry->name));
    json_object_set_new(row, "burst", json_integer((json_int_t)job->burst));
    json_object_set_new(row, "threads", json_integer((json_int_t)job->shape.threads));
    json_object_set_new(row, "placement", json_string(job->placement));
    json_object_set_new(row, "elem_size", json_integer((json_int_t)job->shape.elem_size));
    json_object_set_new(row, "capacity", json_integer((json_int_t)job->shape.capacity));
    json_object_set_new(row, "linkage", json_string(bench_linkage_names[job->linkage]));
    json_object_set_new(row, "metric", json_string(metric->name));
    json_object_set_new(row, "unit", json_string(metric->unit));
    json_object_set_new(row, "median", json_real(figures->median));
    json_object_set_new(row, "min", json_real(figures->min));
    json_object_set_new(row, "max", json_real(figures->max));
    json_object_set_new(row, "rounds", json_integer((json_int_t)job->rounds));
    return row;
}

int bench_report_json(FILE *file, const struct bench_report *report)
{
    json_t *root = json_object();
    json_t *results = json_array();

    for (size_t i = 0; i < report->plan->count; i++) {
        const struct bench_job *job = &report->plan->jobs[i];
        for (unsigned place = 0; place < bench_metric_count(job->scenario); place++)
            if (bench_job_figures(job, place) != NULL)
                json_array_append_new(results, row_of(report, job, place));
    }
    json_object_set_new(root, "environment", environment_of(report));
    json_object_set_new(root, "results", results);

    const int status = json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(root);
    return status != 0 || fputc('\n', file) == EOF ? -1 : 0;
}
