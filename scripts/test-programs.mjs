// Says which programs the tests would use and do not find here. As root on Debian or Ubuntu it installs them first, when asked
// to by INSTALL_TEST_PROGRAMS=1 or in CI: best effort, within two minutes. Always ends well: without them their tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const DEADLINE_MS = 120_000;

const GSTREAMER = ['gstreamer1.0-tools', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'];

const PROGRAMS = [
  { name: 'ffmpeg', finds: () => runs('ffmpeg', '-version') && runs('ffprobe', '-version'), packages: ['ffmpeg'] },
  {
    name: 'GStreamer',
    finds: () =>
      ['rtspsrc', 'h264parse', 'avdec_h264'].every((element) => runs('gst-inspect-1.0', '--exists', element)),
    // The last one is for TLS.
    packages: [...GSTREAMER, 'glib-networking'],
  },
];

const missing = () => PROGRAMS.filter(({ finds }) => !finds());

const absent = missing();
const mayInstall = process.env.INSTALL_TEST_PROGRAMS === '1' || Boolean(process.env.CI);
const isPossible = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (absent.length > 0 && mayInstall && isPossible) install(absent.flatMap(({ packages }) => packages));
for (const { name, packages } of missing()) {
  console.log(`${name} is not installed: tests that need it are skipped (apt-get install ${packages.join(' ')})`);
}

function install(packages) {
  console.log(`installing ${packages.join(' ')} for the tests, at most ${DEADLINE_MS / 1000} s`);
  const endMs = performance.now() + DEADLINE_MS;
  const steps = [
    ['update', '-q'],
    // What takes long is broken off without harm; unpacking is not.
    ['install', '-q', '-y', '--no-install-recommends', '--download-only', ...packages],
    ['install', '-q', '-y', '--no-install-recommends', ...packages],
  ];
  for (const step of steps) {
    const timeout = Math.max(1, Math.round(endMs - performance.now()));
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { error, status } = spawnSync('apt-get', step, { env, timeout, stdio: ['ignore', 'ignore', 'ignore'] });
    if (status === 0) continue;
    console.log(`apt-get ${step[0]} did not work (${error?.code ?? `exit status ${status}`})`);
    return;
  }
}

function runs(program, ...args) {
  const { error, status } = spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 });
  return error === undefined && status === 0;
}
