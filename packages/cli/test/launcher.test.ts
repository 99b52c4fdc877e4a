import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { LAUNCHER, Launched, NO_OLDER_NODE, olderNode } from './support/launcher.ts';

const older = olderNode();
const isLinux = process.platform === 'linux';

const serve = (folder: TestFolder, node: string) =>
  new Launched(['serve', '--port', '0', '--video-enabled', 'false', '--data-dir', folder.path], { node });

/** Ids of the processes that this one has started (Linux). */
function children(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

/** Waits until no process listens at this port. */
function gone(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // A refusal is the answer; where it still listens, the station ends the connection when it stops.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });
}

describe('the launcher under a Node that can run the command', () => {
  it('runs it in its own process', { skip: !isLinux && 'needs the process table of Linux' }, async () => {
    using folder = new TestFolder();
    using launched = serve(folder, process.execPath);
    await launched.printed(/listening/);
    assert.deepEqual(children(launched.process.pid), []);
    launched.process.kill('SIGTERM');
    assert.deepEqual((await launched.end()).status, 0);
  });
});

describe('the launcher under an older Node', { skip: older === undefined && NO_OLDER_NODE }, () => {
  const node = older ?? '';

  it('passes words, output and exit status on', async () => {
    const results = await Promise.all(
      [['version'], ['srve'], ['plugin', 'list', '--data-dir', '/nowhere']].map(async (argv) => {
        using launched = new Launched(argv, { node });
        const { status, out, err } = await launched.end();
        return { status, out: out.replace(/\d+\.\d+\.\d+/, 'V'), lines: err.split('\n').length - 1 };
      }),
    );
    assert.deepEqual(results, [
      { status: 0, out: 'V\n', lines: 0 },
      { status: 2, out: '', lines: 1 },
      { status: 1, out: '', lines: 1 },
    ]);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`passes ${signal} on, and ends as the station ends`, async () => {
      using folder = new TestFolder();
      using launched = serve(folder, node);
      await launched.printed(/listening/);
      launched.process.kill(signal);
      const { status, out } = await launched.end();
      assert.equal(status, 0);
      assert.match(out, /"msg":"stopped"/);
    });
  }

  it('leaves no station behind when it is killed', {
    skip: !isLinux && 'needs the process table of Linux',
  }, async () => {
    using folder = new TestFolder();
    using launched = serve(folder, node);
    const [, port] = await launched.printed(/"url":"http:\/\/127\.0\.0\.1:(\d+)".*listening/);
    const [station] = children(launched.process.pid);
    assert.ok(station !== undefined);
    launched.process.kill('SIGKILL');
    await launched.printed(/"msg":"stopped"/);
    await gone(Number(port));
  });

  it('dies of the signal that the station died of', {
    skip: !isLinux && 'needs the process table of Linux',
  }, async () => {
    using folder = new TestFolder();
    using launched = serve(folder, node);
    await launched.printed(/listening/);
    const [station] = children(launched.process.pid);
    process.kill(station ?? 0, 'SIGKILL');
    const { status, signal } = await launched.end();
    assert.deepEqual({ status, signal }, { status: null, signal: 'SIGKILL' });
  });

  it('says in one line what is missing, and how to get it', async () => {
    using folder = new TestFolder();
    cpSync(dirname(LAUNCHER), folder.path, { recursive: true });
    const before = readdirSync(folder.path);
    const { status, stderr } = runAlone(folder.file('kitestring.mjs'));
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^kitestring: needs Node 26 or newer, this is \d+\.\d+\.\d+, and the package \S+, which brings it, is not installed: run "npm ci" in Kitestring's folder; or install it from https:\/\/nodejs\.org\n$/,
    );
    assert.deepEqual(readdirSync(folder.path), before);
  });

  it('says which library of the system is missing, and which package brings it', {
    skip: !isLinux && 'needs the loader of Linux',
  }, () => {
    using folder = new TestFolder();
    const lacking = folder.file('node');
    const complaint = 'libatomic.so.1: cannot open shared object file: No such file or directory';
    writeFileSync(
      lacking,
      `#!/bin/sh\necho "node: error while loading shared libraries: ${complaint}" >&2\nexit 127\n`,
      { mode: 0o755 },
    );
    const module = pathToFileURL(join(dirname(LAUNCHER), 'supported-node.mjs')).href;
    const script = `import { runInstead } from ${JSON.stringify(module)}; runInstead(${JSON.stringify(lacking)}, []);`;
    const { status, stderr } = spawnSync(node, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /lacks the library libatomic\.so\.1 of this system: apt-get install libatomic1\n$/);
  });

  function runAlone(launcher: string): { status: number; stderr: string } {
    try {
      execFileSync(node, [launcher, 'version'], { encoding: 'utf8', stdio: 'pipe' });
      return { status: 0, stderr: '' };
    } catch (error) {
      return error as { status: number; stderr: string };
    }
  }
});

describe('a second signal', () => {
  it('ends the station at once, while it still waits for its clients', async () => {
    using folder = new TestFolder();
    using launched = serve(folder, process.execPath);
    const [, port] = await launched.printed(/"url":"http:\/\/127\.0\.0\.1:(\d+)".*listening/);
    // A request that never ends holds the stop up for 5 s.
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => {});
    await once(slow, 'connect');
    const head =
      'POST /api/v1/auth/token/request HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100';
    slow.write(`${head}\r\nExpect: 100-continue\r\n\r\n`);
    // The station has begun it.
    assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1\.1 100 /);
    slow.write('{');
    launched.process.kill('SIGTERM');
    await launched.printed(/"msg":"stopping"/);
    const ended = launched.end();
    launched.process.kill('SIGTERM');
    const again = setInterval(() => launched.process.kill('SIGTERM'), 100);
    const { status, out } = await ended;
    clearInterval(again);
    slow.destroy();
    assert.equal(status, 143);
    assert.doesNotMatch(out, /"msg":"stopped"/);
  });
});
