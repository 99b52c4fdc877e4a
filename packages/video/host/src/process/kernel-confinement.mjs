// Asks Linux to confine this process for good: Landlock for files, connections and signals, a filter for system calls. What is confined here
// stays so in every program that takes the place of this one, in native code too.
// Plain JavaScript: it runs in the first moments of the media process.
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { seccompFilter } from './seccomp-filter.mjs';

/** System calls, the same on every machine, and by `process.arch` (Linux: asm/unistd.h). */
const LANDLOCK = { create: 444, add: 445, restrict: 446 };
const OTHERS = { x64: { prctl: 157, seccomp: 317, fcntl: 72 }, arm64: { prctl: 167, seccomp: 277, fcntl: 25 } };
const NO_NEW_PRIVILEGES = 38;
const FILTER_MODE = 1;
const SET_FLAGS = 2;

/** Rights of https://docs.kernel.org/userspace-api/landlock.html, and the version that first has them. */
const RIGHTS = [
  { since: 1, bits: 0x1fff },
  { since: 2, bits: 0x2000 },
  { since: 3, bits: 0x4000 },
  { since: 5, bits: 0x8000 },
];
const EXECUTE = 1 << 0;
const READ_FILE = 1 << 2;
const READ_FOLDER = 1 << 3;
const OF_FILES = 0xc007 & ~EXECUTE;
/** Everything but running programs and making devices, sockets and links. */
const WRITES = 0x1fff & ~(EXECUTE | (1 << 6) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12));
const MOVE_AND_TRUNCATE = 0x6000;
const CONNECT = 1 << 1;
const CONNECTIONS_SINCE = 4;
const SCOPES = 0b11;
const SCOPES_SINCE = 6;
const RULE = { folder: 1, port: 2 };

/** Files that Node and the libraries of the system read, if they exist. */
const SYSTEM_FILES = [
  ...[
    'ld.so.cache',
    'localtime',
    'resolv.conf',
    'hosts',
    'host.conf',
    'nsswitch.conf',
    'gai.conf',
    'services',
    'ssl',
  ].map((name) => `/etc/${name}`),
  ...[
    '/proc/self',
    '/proc/meminfo',
    '/proc/cpuinfo',
    '/proc/stat',
    '/proc/sys/vm',
    '/sys/devices/system/cpu',
    '/sys/fs/cgroup',
  ],
  ...['/dev/null', '/dev/urandom', '/run/systemd/resolve', '/usr/share/zoneinfo'],
];

/**
 * @typedef {object} Grants
 * @property {readonly string[]} reads folders and files
 * @property {readonly string[]} folders that are written; made if they do not exist
 * @property {readonly string[]} files that are written; made if they do not exist
 * @property {readonly number[] | 'any'} ports to which it may connect over TCP, where the kernel can tell (6.7 or newer)
 */

/** @param {Grants} grants @returns {{ readonly landlock: number, readonly filter: boolean }} version of Landlock, 0 for none */
export function confine(grants) {
  const calls = OTHERS[/** @type {keyof typeof OTHERS} */ (process.arch)];
  if (process.platform !== 'linux' || calls === undefined) return { landlock: 0, filter: false };
  const { call, pointer } = systemCalls();
  call(calls.prctl, NO_NEW_PRIVILEGES, 1);
  const landlock = restrict(grants, { call, pointer });
  const program = seccompFilter(process.arch, process.pid) ?? Buffer.alloc(0);
  const header = Buffer.alloc(16);
  header.writeUInt16LE(program.length / 8);
  header.writeBigUInt64LE(pointer(program), 8);
  const filter = call(calls.seccomp, FILTER_MODE, 0, pointer(header)) === 0;
  return { landlock, filter };
}

/** Lets a descriptor be there in the program that takes the place of this one. @param {number} descriptor */
export function keepOpen(descriptor) {
  const calls = OTHERS[/** @type {keyof typeof OTHERS} */ (process.arch)];
  systemCalls().call(calls.fcntl, descriptor, SET_FLAGS, 0);
}

function systemCalls() {
  const ffi = process.getBuiltinModule('node:ffi');
  const { functions } = ffi.dlopen(null, {
    syscall: { arguments: ['int64', 'int64', 'int64', 'int64', 'int64', 'int64'], return: 'int64' },
  });
  /** @param {readonly (number | bigint)[]} given @returns {number} -1 when it is refused */
  const call = (...given) => {
    const [number = 0n, a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = given.map(BigInt);
    return Number(functions.syscall(number, a, b, c, d, e));
  };
  return { call, pointer: (/** @type {Buffer} */ bytes) => ffi.getRawPointer(bytes) };
}

/**
 * @param {Grants} grants
 * @param {ReturnType<typeof systemCalls>} system
 * @returns {number} version of Landlock, 0 when the kernel has none
 */
function restrict({ files, folders, ports, reads }, { call, pointer }) {
  const version = Math.max(0, call(LANDLOCK.create, 0, 0, 1));
  if (version === 0) return 0;
  const handled = RIGHTS.filter(({ since }) => since <= version).reduce((bits, right) => bits | right.bits, 0);
  const attributes = Buffer.alloc(version >= SCOPES_SINCE ? 24 : version >= CONNECTIONS_SINCE ? 16 : 8);
  attributes.writeBigUInt64LE(BigInt(handled));
  const granted = version >= CONNECTIONS_SINCE && ports !== 'any' ? ports : undefined;
  if (granted !== undefined) attributes.writeBigUInt64LE(BigInt(CONNECT), 8);
  if (version >= SCOPES_SINCE) attributes.writeBigUInt64LE(BigInt(SCOPES), 16);
  const rules = call(LANDLOCK.create, pointer(attributes), attributes.length, 0);
  if (rules < 0) return 0;
  const allow = (/** @type {string} */ path, /** @type {number} */ rights) => {
    const descriptor = opened(path);
    if (descriptor === undefined) return;
    const rule = Buffer.alloc(12);
    const possible = statSync(path).isDirectory() ? handled : handled & (OF_FILES | EXECUTE);
    rule.writeBigUInt64LE(BigInt(rights & possible));
    rule.writeInt32LE(descriptor, 8);
    call(LANDLOCK.add, rules, RULE.folder, pointer(rule), 0);
    closeSync(descriptor);
  };
  for (const path of [...reads, ...SYSTEM_FILES]) allow(path, READ_FILE | READ_FOLDER);
  for (const path of librariesOfThisProcess()) allow(dirname(path), READ_FILE | READ_FOLDER);
  for (const path of [process.execPath, ...librariesOfThisProcess()]) allow(path, READ_FILE | EXECUTE);
  for (const path of folders) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    allow(path, WRITES | MOVE_AND_TRUNCATE);
  }
  for (const path of files) {
    closeSync(openSync(path, 'a', 0o600));
    allow(path, OF_FILES);
  }
  allow('/dev/null', OF_FILES);
  for (const port of granted ?? []) {
    const rule = Buffer.alloc(16);
    rule.writeBigUInt64LE(BigInt(CONNECT));
    rule.writeBigUInt64LE(BigInt(port), 8);
    call(LANDLOCK.add, rules, RULE.port, pointer(rule), 0);
  }
  const isRestricted = call(LANDLOCK.restrict, rules, 0) === 0;
  closeSync(rules);
  return isRestricted ? version : 0;
}

/** A path that cannot be opened cannot be granted. @param {string} path */
function opened(path) {
  try {
    return openSync(path, O_PATH);
  } catch {
    return undefined;
  }
}

/** Flag of `open` that Node does not name. */
const O_PATH = 0o10000000;

/** The program, the loader and the libraries, wherever this system keeps them. */
function librariesOfThisProcess() {
  const paths = readFileSync('/proc/self/maps', 'utf8').matchAll(/r-xp .*? (\/.*)$/gm);
  return [...new Set([...paths].map(([, path = '']) => path))].filter(
    (path) => path !== realpathSync(process.execPath),
  );
}
