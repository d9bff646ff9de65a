// The program `sinew`: reads the command line and calls one of the commands.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <exception>
#include <map>
#include <sstream>

#include "commands.hpp"
#include "exit_status.hpp"
#include "terminal.hpp"

namespace {

using namespace sinew::baker;

/// "10-48", "-5-10" or "-20--10": first and last frame.
std::pair<int, int> parse_frames(const std::string& text) {
    std::pair<int, int> frames;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, frames.first);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == '-') {
        const auto last = std::from_chars(first.ptr + 1, end, frames.second);
        const bool complete = last.ec == std::errc() && last.ptr == end;
        if (complete && frames.first <= frames.second) return frames;
    }
    throw CLI::ValidationError("--frames",
                               "is '" + text + "': must be the first and the last, as in 1-48");
}

void add_load(CLI::App& command, LoadOptions& options) {
    command.add_flag("--confine", options.confine,
                     "Refuse files outside of the job's folder, for jobs of strangers");
    command
        .add_option("--max-memory", options.max_memory,
                    "Memory that loading the job may take in GB; 0, the default: three quarters "
                    "of the machine's, at most 64")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--max-seconds", options.max_seconds,
                    "Time that loading the job may take; 0, the default: 900")
        ->check(CLI::NonNegativeNumber);
}

void add_check(CLI::App& app, CheckOptions& options) {
    CLI::App* command = app.add_subcommand(
        "check", "List every problem of a job and estimate the cost of its bake");
    command->add_option("JOB", options.job, "Job file")->required()->check(CLI::ExistingFile);
    command->add_flag("--json", options.json, "For programs");
    command->add_flag("--until-eof", options.until_eof,
                      "Stop when standard input ends, as it does when the caller dies");
    add_load(*command, options.load);
}

void add_bake(CLI::App& app, BakeOptions& options) {
    CLI::App* command = app.add_subcommand("bake", "Bake a job into a cache, or go on with it");
    command->add_option("JOB", options.job, "Job file")->required()->check(CLI::ExistingFile);
    command->add_option("--cache", options.cache, "Folder of the cache, made if absent")
        ->required();
    command->add_option("--threads", options.threads, "Threads to use; 0, the default: all cores")
        ->check(CLI::Range(0, 4096));
    command->add_option_function<std::string>(
        "--frames", [&options](const std::string& text) { options.frames = parse_frames(text); },
        "Bake these frames of the job only, as in 1-48");
    static const std::map<std::string, ProgressStyle> STYLES{
        {"bar", ProgressStyle::Bar}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}};
    command->add_option("--progress", options.progress, "bar (the default), json or none")
        ->transform(CLI::CheckedTransformer(STYLES).description(""));
    command->add_flag("--restart", options.restart,
                      "Delete the frames of the cache and begin again");
    command->add_flag("--until-eof", options.until_eof,
                      "Cancel when standard input ends, as it does when the caller dies");
    add_load(*command, options.load);
}

void add_info(CLI::App& app, InfoOptions& options) {
    CLI::App* command = app.add_subcommand("info", "Print a summary of a cache");
    command->add_option("CACHE", options.cache, "Folder of the cache")
        ->required()
        ->check(CLI::ExistingDirectory);
    command->add_flag("--json", options.json, "For programs");
}

void add_verify(CLI::App& app, VerifyOptions& options) {
    CLI::App* command = app.add_subcommand("verify", "Read a whole cache and list its damage");
    command->add_option("CACHE", options.cache, "Folder of the cache")
        ->required()
        ->check(CLI::ExistingDirectory);
    command->add_flag("--json", options.json, "For programs");
}

void add_viperize(CLI::App& app, ViperizeOptions& options) {
    CLI::App* command =
        app.add_subcommand("viperize", "Fill the mesh of a muscle with rods: docs/viperize.md");
    command->add_option("MESH", options.mesh, "Wavefront .obj file")
        ->required()
        ->check(CLI::ExistingFile);
    command->add_option("--rods", options.rods, "Rods in each level (K)");
    command->add_option("--levels", options.levels, "Points of each rod (M)");
    command->add_option("--source", options.source,
                        "Where the muscle begins: a group of the file, vertices as 0,1,2, or a "
                        "file with numbers of vertices; default: found");
    command->add_option("--sink", options.sink, "Where the muscle ends");
    command->add_option("--voxel-size", options.voxel_size, "In metres; 0, the default: chosen");
    command->add_option("--threads", options.threads, "Threads to use; 0, the default: all cores")
        ->check(CLI::Range(0, 4096));
    command->add_option("--out", options.out, "JSON file to write the rods to");
    command->add_flag("--json", options.json, "Measures for programs");
}

int run(int argc, char** argv) {
    CLI::App app("Sinew: bakes jobs into caches that play in Blender", "sinew");
    app.set_version_flag("--version", std::string("sinew ") + sinew_version_string());
    app.require_subcommand(1);
    CheckOptions check;
    BakeOptions bake;
    InfoOptions info;
    VerifyOptions verify;
    ViperizeOptions viperize;
    add_check(app, check);
    add_bake(app, bake);
    add_info(app, info);
    add_verify(app, verify);
    add_viperize(app, viperize);
    app.add_subcommand("schema",
                       "Print the fields of bodies and the parameters of materials as JSON");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // Help and version are "errors" of the parser with status 0.
        std::ostringstream out;
        std::ostringstream complaint;
        const int status = app.exit(error, out, complaint);
        print_text(stdout, "{}", out.str());
        print_text(stderr, "{}", complaint.str());
        return status == 0 ? EXIT_DONE : EXIT_BAD_INPUT;
    }

    if (sinew_cpu_supported() == 0) {
        std::fprintf(stderr,
                     "sinew: this processor is too old: Sinew needs AVX2 and FMA, which "
                     "Intel and AMD processors have since about 2015\n");
        return EXIT_SOLVER;
    }
    if (app.got_subcommand("check")) return run_check(check);
    if (app.got_subcommand("bake")) return run_bake(bake);
    if (app.got_subcommand("verify")) return run_verify(verify);
    if (app.got_subcommand("viperize")) return run_viperize(viperize);
    if (app.got_subcommand("schema")) return run_schema();
    return run_info(info);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        print_text(stderr, "sinew: {}\n", error.what());
        return EXIT_SOLVER;
    }
}
