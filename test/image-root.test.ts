import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { InstalledPackages } from './support/installed-packages.ts';

const DEPLOY = join(import.meta.dirname, '../deploy/image');
const DOCKERFILE = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
const LIMIT_MB = 200;
const WITHIN_MS = 300_000;
const USER = 1000;
const NODE = '/usr/local/bin/node';
const CHROOT = ['/usr/sbin/chroot', `--userspec=${USER}:${USER}`];
const run = promisify(execFile);

/** Variables of the image. */
const VARIABLES = Object.fromEntries(
  [...DOCKERFILE.matchAll(/^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]),
);
/** The program of the image after `node`. */
const [, PROGRAM = ''] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(DOCKERFILE) ?? [];
const [, HEALTH = ''] = /^ {2}CMD \["node", "(.+)"\]$/m.exec(DOCKERFILE) ?? [];

/** A read-only root, a data folder, a small /tmp, and a network and processes of its own. */
const ENTER = `
set -e
ip link set lo up
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs -o size=64m tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
root=$1
shift 2
export PATH=/usr/local/bin
exec ${CHROOT.join(' ')} "$root" ${NODE} "$@"
`;

const isDebian = (): boolean => spawnSync('dpkg', ['--version']).status === 0;
const skip =
  (process.env.TEST_LEFT_OUT === undefined && 'the root of an image takes a minute: npm run test:left-out') ||
  (process.getuid?.() !== 0 && 'only root enters another root') ||
  (!isDebian() && 'the libraries of the image are those of Debian');

describe('the root of the image, made by the steps of the Dockerfile and entered with chroot', { skip }, () => {
  const folder = new TestFolder();
  const root = folder.file('root');
  let station: ChildProcess;
  before(async () => {
    using installed = await InstalledPackages.make();
    const archives = ['kitestring', '@kitestring/hub'].map((name) =>
      join(installed.out, installed.packages.get(name)?.filename ?? ''),
    );
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH };
    await run('sh', [join(DEPLOY, 'make-root.sh'), root, ...archives], { env, timeout: WITHIN_MS });
    mkdirSync(folder.file('data'));
    chownSync(folder.file('data'), USER, USER);
    const names = ['--mount', '--pid', '--fork', '--net', '--ipc', '--kill-child'];
    const argv = ['sh', '-c', ENTER, 'sh', root, folder.file('data'), PROGRAM, 'serve'];
    station = spawn('unshare', [...names, ...argv], { env: { ...VARIABLES, PATH: process.env.PATH } });
    await logged(station, '"listening"');
  });
  after(() => {
    station?.kill('SIGKILL');
    folder[Symbol.dispose]();
  });

  /** The first process of the container. */
  const pid = () => readFileSync(`/proc/${station.pid}/task/${station.pid}/children`, 'utf8').trim();
  const inside = (...argv: readonly string[]) =>
    run('/usr/bin/nsenter', ['--target', pid(), '--mount', '--net', '--pid', ...CHROOT, root, NODE, ...argv], {
      env: VARIABLES,
    });

  it('is small, has no shell, and lists what is in it', (t) => {
    const mb = bytesIn(root) / 1e6;
    t.diagnostic(`${mb.toFixed(0)} MB`);
    assert.ok(mb < LIMIT_MB, `${mb} MB`);
    assert.deepEqual(readdirSync(join(root, 'usr/local/bin')), ['node']);
    assert.ok(!readdirSync(join(root, 'usr')).includes('bin'));
    const { components } = JSON.parse(readFileSync(join(root, 'sbom.cdx.json'), 'utf8')) as {
      components: readonly { name: string }[];
    };
    for (const name of ['node', 'libc6', 'kitestring', 'typebox'])
      assert.ok(
        components.some((one) => one.name === name),
        name,
      );
  });

  it('runs a station that is healthy, as a user without rights, and writes to its data only', async () => {
    await inside(HEALTH);
    const probe = `process.getuid() + ' ' + ['/x', '/opt/x'].map((file) => { try { fs.writeFileSync(file, ''); } catch ({ code }) { return code; } })`;
    assert.equal((await inside('-p', probe)).stdout, `${USER} EROFS,EROFS\n`);
    assert.ok(readdirSync(folder.file('data')).includes('station.sqlite'));
  });

  it('ends with status 0 at SIGTERM, as the first process of its container', async () => {
    const ended = once(station, 'exit');
    process.kill(Number(pid()), 'SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
});

/** Resolves when a process has printed a text; rejects with its output when it ends before. */
async function logged(started: ChildProcess, text: string): Promise<void> {
  const output: string[] = [];
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  for (const stream of [started.stdout, started.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (line.includes(text)) resolve();
      });
  started.once('close', () => reject(new Error(output.join('\n'))));
  await promise;
}

function bytesIn(path: string): number {
  const status = lstatSync(path);
  return status.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
    : status.size;
}
