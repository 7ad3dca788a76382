// SPDX-License-Identifier: MIT OR Apache-2.0
// The program of consumer.c, as C++ would have it.
#include <sluice/sluice.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

class failure : public std::runtime_error {
public:
    failure(sluice_status why, const std::string &text) : std::runtime_error(text), status(why) {}
    sluice_status status;
};

template <typename T> using handle = std::unique_ptr<T, void (*)(T *)>;

// Calls open(..., &out, arguments..., &err) and owns what it made.
template <typename T, typename Open> handle<T> made(void (*close)(T *), Open open) {
    sluice_error err = {SLUICE_OK, 0, nullptr, ""};
    T *out = nullptr;
    const sluice_status status = open(&out, &err);
    if (status != SLUICE_OK) {
        throw failure(status, err.text);
    }
    return handle<T>(out, close);
}

void run(char **argv) {
    sluice_options options;
    sluice_options_init(&options);
    options.threads = 1;
    sluice_error err = {SLUICE_OK, 0, nullptr, ""};
    auto context = made<sluice_context>(sluice_context_close, [&](sluice_context **out, sluice_error *e) {
        return sluice_context_open(out, &options, e);
    });
    auto circuit = made<sluice_circuit>(sluice_circuit_close, [&](sluice_circuit **out, sluice_error *e) {
        return sluice_circuit_open(context.get(), out, "gadget-poseidon-2", e);
    });
    auto input = made<sluice_input>(sluice_input_close, [&](sluice_input **out, sluice_error *e) {
        return sluice_input_open_meta(context.get(), out, argv[1], e);
    });
    auto vk = made<sluice_vk>(sluice_vk_close, [&](sluice_vk **out, sluice_error *e) {
        return sluice_vk_open(context.get(), out, argv[2], e);
    });
    std::ifstream file(argv[3], std::ios::binary);
    const std::vector<char> read((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::vector<uint8_t> proof(read.begin(), read.end());

    uint8_t digest[32];
    sluice_status status = sluice_circuit_digest(circuit.get(), digest, &err);
    if (status == SLUICE_OK) {
        for (const uint8_t byte : digest) {
            std::printf("%02x", byte);
        }
        std::printf("\n");
        status = sluice_verify(input.get(), vk.get(), -1, proof.data(), proof.size(), &err);
    }
    if (status != SLUICE_OK) {
        throw failure(status, err.text);
    }
    std::printf("%s %s: valid\n", sluice_version(), sluice_input_circuit(input.get()));
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s META VK PROOF\n", argv[0]);
        return 2;
    }
    try {
        run(argv);
    } catch (const failure &why) {
        std::fprintf(stderr, "%s: %s\n", sluice_status_name(why.status), why.what());
        return sluice_status_exit(why.status);
    }
    return 0;
}
