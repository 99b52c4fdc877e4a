// A filter of system calls as a classic BPF program (https://docs.kernel.org/userspace-api/seccomp_filter.html).
// Plain JavaScript: it runs in the first moments of the media process.

/** Offsets in the data that the filter reads: number, architecture, and the lower half of each argument. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
/** @param {number} index */
const argumentAt = (index) => 16 + 8 * index;

/** Instructions: load a word, compare, and, return (linux/bpf_common.h). */
const LOAD = 0x20;
const EQUAL = 0x15;
const HAS_BITS = 0x45;
const AND = 0x54;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
/** @param {number} errno */
const refuseWith = (errno) => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const REFUSE = refuseWith(EPERM);

/**
 * Numbers of system calls on x86-64 and on 64-bit Arm; undefined where there is none.
 * @type {Readonly<Record<string, readonly [x64: number, arm64: number | undefined]>>}
 */
const CALLS = {
  sendto: [44, 206],
  sendmsg: [46, 211],
  sendmmsg: [307, 269],
  socket: [41, 198],
  clone: [56, 220],
  clone3: [435, 435],
  kill: [62, 129],
  tgkill: [234, 131],
  prlimit64: [302, 261],
};

/**
 * Never needed by codecs and sockets: other processes, new processes, the kernel itself, and what most attacks on it begin with.
 * @type {readonly (readonly [x64: number, arm64: number | undefined])[]}
 */
const FORBIDDEN = [
  [57, undefined], // fork
  [58, undefined], // vfork
  [101, 117], // ptrace
  [310, 270], // process_vm_readv
  [311, 271], // process_vm_writev
  [312, 272], // kcmp
  [434, 434], // pidfd_open
  [438, 438], // pidfd_getfd
  [424, 424], // pidfd_send_signal
  [200, 130], // tkill
  [129, 138], // rt_sigqueueinfo
  [297, 240], // rt_tgsigqueueinfo
  [141, 140], // setpriority
  [165, 40], // mount
  [166, 39], // umount2
  [155, 41], // pivot_root
  [161, 51], // chroot
  [308, 268], // setns
  [272, 97], // unshare
  [321, 280], // bpf
  [298, 241], // perf_event_open
  [323, 282], // userfaultfd
  [248, 217], // add_key
  [249, 218], // request_key
  [250, 219], // keyctl
  [425, 425], // io_uring_setup: its operations pass no filter
  [303, 264], // name_to_handle_at
  [304, 265], // open_by_handle_at
  [135, 92], // personality
  [175, 105], // init_module
  [313, 273], // finit_module
  [176, 106], // delete_module
  [246, 104], // kexec_load
  [320, 294], // kexec_file_load
  [169, 142], // reboot
  [167, 224], // swapon
  [168, 225], // swapoff
  [163, 89], // acct
  [164, 170], // settimeofday
  [227, 112], // clock_settime
  [103, 116], // syslog
  [179, 60], // quotactl
  [300, 262], // fanotify_init
  // Rights of files, which Landlock leaves to others.
  [90, undefined], // chmod
  [91, 52], // fchmod
  [268, 53], // fchmodat
  [452, 452], // fchmodat2
  [92, undefined], // chown
  [93, 55], // fchown
  [94, undefined], // lchown
  [260, 54], // fchownat
  [188, 5], // setxattr
  [189, 6], // lsetxattr
  [190, 7], // fsetxattr
];

/** By `process.arch`: place in the lists above, and the kernel's name of it (linux/audit.h). */
const MACHINES = { x64: { column: 0, audited: 0xc000003e }, arm64: { column: 1, audited: 0xc00000b7 } };
/** Calls of the x32 form on x86-64, which no program here uses. */
const X32 = 0x40000000;
const CLONE_THREAD = 0x00010000;
/** Connects and sends at once, which rules about connections may not see. */
const MSG_FASTOPEN = 0x20000000;
const SOCKET_TYPE = 0xf;
const [AF_INET, AF_INET6, AF_NETLINK] = [2, 10, 16];
const SOCK_RAW = 3;

/** @param {number} code @param {number} value @param {number} [ifTrue] @param {number} [ifFalse] instructions to skip */
const step = (code, value, ifTrue = 0, ifFalse = 0) => ({ code, value, ifTrue, ifFalse });

/**
 * @param {string} arch of `process.arch`
 * @param {number} pid of the process that is confined: it may signal itself only
 * @returns {Buffer | undefined} undefined for other machines
 */
export function seccompFilter(arch, pid) {
  const machine = MACHINES[/** @type {keyof typeof MACHINES} */ (arch)];
  if (machine === undefined) return undefined;
  const { audited, column } = machine;
  const load = (/** @type {number} */ index) => step(LOAD, argumentAt(index));
  const has = (/** @type {number} */ index, /** @type {number} */ bits) => [
    load(index),
    step(HAS_BITS, bits, 0, 1),
    step(RETURN, REFUSE),
  ];
  /** @type {Readonly<Record<keyof typeof CALLS, readonly ReturnType<typeof step>[]>>} */
  const judged = {
    sendto: has(3, MSG_FASTOPEN),
    sendmsg: has(2, MSG_FASTOPEN),
    sendmmsg: has(3, MSG_FASTOPEN),
    // Threads only.
    clone: [load(0), step(HAS_BITS, CLONE_THREAD, 1, 0), step(RETURN, REFUSE)],
    // Its arguments are in memory, which a filter cannot read: libraries use clone in its place.
    clone3: [step(RETURN, refuseWith(ENOSYS))],
    kill: [load(0), step(EQUAL, pid, 1, 0), step(RETURN, REFUSE)],
    tgkill: [load(0), step(EQUAL, pid, 1, 0), step(RETURN, REFUSE)],
    prlimit64: [load(0), step(EQUAL, 0, 2, 0), step(EQUAL, pid, 1, 0), step(RETURN, REFUSE)],
    // The internet and the list of interfaces; no raw packets, and no sockets of other services of this machine.
    socket: [
      load(0),
      step(EQUAL, AF_NETLINK, 6, 0),
      step(EQUAL, AF_INET, 2, 0),
      step(EQUAL, AF_INET6, 1, 0),
      step(RETURN, REFUSE),
      load(1),
      step(AND, SOCKET_TYPE),
      step(EQUAL, SOCK_RAW, 1, 0),
      step(RETURN, ALLOW),
      step(RETURN, REFUSE),
    ],
  };
  const program = [
    step(LOAD, ARCHITECTURE_AT),
    step(EQUAL, audited, 1, 0),
    step(RETURN, REFUSE),
    step(LOAD, NUMBER_AT),
    ...(arch === 'x64' ? [step(HAS_BITS, X32, 0, 1), step(RETURN, REFUSE)] : []),
    ...FORBIDDEN.flatMap((numbers) => {
      const number = numbers[column];
      return number === undefined ? [] : [step(EQUAL, number, 0, 1), step(RETURN, REFUSE)];
    }),
    ...Object.entries(CALLS).flatMap(([name, numbers]) => {
      const steps = [...(judged[name] ?? []), step(RETURN, ALLOW)];
      return [step(EQUAL, numbers[column] ?? -1, 0, steps.length), ...steps];
    }),
    step(RETURN, ALLOW),
  ];
  return encoded(program);
}

/** @param {readonly ReturnType<typeof step>[]} program */
function encoded(program) {
  const bytes = Buffer.alloc(8 * program.length);
  for (const [index, { code, ifFalse, ifTrue, value }] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  }
  return bytes;
}
