# shellcheck shell=bash disable=SC2034  # read by those who source it
# The architectures that are tested under an emulator, one a line:
#
#     NAME | TRIPLE | FLAGS | EMULATE | PROGRAMS
#
# TRIPLE names the compiler; the emulator follows from it. EMULATE is what of the DWCAS the emulator
# cannot do, and tests/cross/emulate_*.c does instead. PROGRAMS is the regular expression of the unit
# programs to run; "all" is every unit program and the stress programs. Where an architecture comes
# in several flavours, one runs all: the others differ from it by their DWCAS, and run what stands on
# that, and a few more. With SMALL set, so do ppc64le and riscv64: they are little-endian as aarch64 is.
flavour='^(arch|stack|freelist|ring_modes|ring_single|ring_random)'
most=all
[[ -z ${SMALL-} ]] || most='^(arch|stack|freelist|ptr_array|ring_(whole|modes|single|random))'
cross_targets=(
    "aarch64|aarch64-linux-gnu|||all"
    "aarch64-lse|aarch64-linux-gnu|-march=armv8.1-a||$flavour"
    "aarch64-generic|aarch64-linux-gnu|-DTERN_PORT_GENERIC=||$flavour"
    "ppc64le|powerpc64le-linux-gnu|-include $PWD/tests/cross/lqarx.h|lqarx|$most"
    "s390x|s390x-linux-gnu|||all"
    "riscv64|riscv64-linux-gnu|||$most"
    "riscv64-zacas|riscv64-linux-gnu|-D__riscv_zacas=1|amocas|$flavour"
)
