// Runs a command as on a machine without installed programs except Node and npm, and without a network:
//   node scripts/bare-machine.mjs npm test
// The PATH contains the essential programs of Debian, the environment is almost empty, and the network is a namespace without routes.
// Any part that is not possible here is reported in one line, and the command runs without it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

const KEPT = ['HOME', 'USER', 'TERM', 'TMPDIR'];
/** The loopback interface, and an unconnected one: over loopback alone browsers have no WebRTC. */
const NETWORK = [
  '"$0" link set lo up',
  '"$0" link add eth0 type veth peer name nobody',
  '"$0" address add 192.0.2.7/24 dev eth0',
  '"$0" address add 2001:db8::7/64 dev eth0 nodad',
  '"$0" link set nobody up',
  '"$0" link set eth0 up',
].join(' && ');
const PROGRAM_FOLDERS = ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/'];
const DEADLINE_MS = 30_000;

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('which command? node scripts/bare-machine.mjs npm test');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'bare-machine-'));
try {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const env = { ...kept, LANG: 'C.UTF-8', PATH: barePath() };
  const [program, ...rest] = [...withoutRoutes(), command, ...args];
  const { error, signal, status } = spawnSync(program, rest, { env, stdio: 'inherit' });
  if (error !== undefined) console.error(`cannot run ${program}: ${error.message}`);
  if (signal !== null) console.error(`${command} was ended by ${signal}`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A folder with links to Node, npm and the programs of Debian's essential packages. */
function barePath() {
  const packages = essentialPackages();
  if (packages.length === 0) {
    console.log('bare machine: no dpkg to list essential programs: the PATH is unchanged');
    return process.env.PATH ?? '';
  }
  const files = lines('dpkg-query', '--listfiles', ...packages);
  const programs = files.filter((path) => PROGRAM_FOLDERS.some((place) => dirname(path) === place.slice(0, -1)));
  // From Node's own folder only Node and npm are linked.
  const nodes = ['node', 'npm', 'npx'].flatMap((name) => found(name));
  for (const path of [...nodes, ...programs, ...alternatives(programs)]) link(path);
  console.log(`bare machine: ${readdirSync(folder).length} programs in the PATH, Node ${process.version} among them`);
  return folder;
}

/** Debian's `Essential` and `Priority: required`. */
function essentialPackages() {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders
  const all = lines('dpkg-query', '--show', '--showformat', '${Essential} ${Priority} ${binary:Package}\\n');
  return all.filter((line) => /^yes |^no required /.test(line)).map((line) => line.split(' ').at(-1));
}

/** Names such as `awk`, which Debian's alternatives provide. */
function alternatives(programs) {
  const names = new Set(programs.map((path) => basename(path)));
  return names.has('mawk') ? found('awk') : [];
}

function link(path) {
  const name = join(folder, basename(path));
  if (!isProgram(path) || existsSync(name)) return;
  symlinkSync(path, name);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function found(name) {
  const places = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const path = places.map((place) => join(place, name)).find((candidate) => existsSync(candidate));
  return path === undefined ? [] : [path];
}

/** Prefix that runs a command in a network namespace without routes; empty if that is not possible. */
function withoutRoutes() {
  const [unshare] = found('unshare');
  const [ip] = found('ip');
  const why =
    process.getuid?.() !== 0
      ? 'only root may make one'
      : (unshare === undefined && 'unshare is not installed') || (ip === undefined && 'ip is not installed');
  const words = [unshare, '--net', 'sh', '-c', `${NETWORK} && exec "$@"`, ip];
  const refusal = why || refusalOf(...words, 'true');
  if (refusal === undefined) {
    console.log('bare machine: a network namespace without routes');
    return words;
  }
  console.log(`bare machine: no network namespace: ${refusal}; the network is unchanged`);
  return [];
}

function refusalOf(program, ...rest) {
  const { error, status, stderr } = spawnSync(program, rest, { encoding: 'utf8', timeout: DEADLINE_MS });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n', 1)[0]);
}

function lines(program, ...rest) {
  const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8', maxBuffer: 1 << 26, timeout: DEADLINE_MS });
  return status === 0 || stdout ? stdout.split('\n').filter(Boolean) : [];
}
