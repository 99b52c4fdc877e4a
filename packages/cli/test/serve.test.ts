import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { Launched } from './support/launcher.ts';
import { whyNoCurl } from './support/page-examples.ts';

const KEY = 'a-key-for-tests-only';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly url?: string;
  readonly state?: string;
}

/** Without live video, whose process most of this is not about. */
const serve = (folder: TestFolder, flags: readonly string[] = [], environment: Record<string, string> = {}) =>
  new Launched(['serve', '--port', '0', '--data-dir', folder.path, ...flags], {
    environment: { KITESTRING_VIDEO_ENABLED: 'false', ...environment },
  });

const logOf = (text: string): LogLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function urlOf(launched: Launched): Promise<string> {
  const [, url = ''] = await launched.printed(/"url":"(http:[^"]+)".*listening/);
  return url;
}

/** The line below "Try it", once it is there: the log and the banner come through two pipes, in either order. */
async function pasted(launched: Launched): Promise<string> {
  const [, line = ''] = await launched.printed(/Try it\n *(.+)\n/);
  return line;
}

describe('kitestring serve', () => {
  it('says where everything is', async () => {
    using folder = new TestFolder();
    using launched = serve(folder, ['--video-enabled', 'true']);
    const url = await urlOf(launched);
    await pasted(launched);
    assert.match(launched.err, /SIMULATED AIRCRAFT/);
    for (const path of ['/api', '/docs', '/api/health']) assert.ok(launched.err.includes(`${url}${path}`), path);
    assert.match(readFileSync(folder.file('api-key'), 'utf8'), /^kite_[\w-]{43}\n$/);
    assert.equal(statSync(folder.file('api-key')).mode & 0o777, 0o600);
    const [pin = ''] = /sha256\/\/\S+/.exec(launched.err) ?? [];
    const secure = new KitestringClient({ url: url.replace('http', 'https'), platform: nodePlatform({ pin }) });
    assert.equal((await secure.health.getHealth()).status, 'OK');
  });

  it('logs JSON and nothing else on the standard output, with one line that it is listening', async () => {
    using folder = new TestFolder();
    using launched = serve(folder);
    const url = await urlOf(launched);
    launched.process.kill('SIGTERM');
    const { status, out } = await launched.end();
    assert.equal(status, 0);
    const lines = logOf(out);
    assert.deepEqual(
      lines.filter(({ msg }) => msg.includes('listening')).map((line) => line.url),
      [url],
    );
    assert.deepEqual(
      lines.slice(-2).map(({ msg }) => msg),
      ['stopping', 'stopped'],
    );
  });

  it('logs for reading when it is told to, banner and log together', async () => {
    using folder = new TestFolder();
    using launched = serve(folder, ['--log-format', 'pretty', '--video-enabled', 'true']);
    await launched.printed(/^\d\d:\d\d:\d\d info {2}listening {2}url=http:\/\/127\.0\.0\.1:\d+ /m);
    assert.match(launched.out, /SIMULATED AIRCRAFT/);
    assert.equal(launched.err, '');
  });

  it('prints no key where no terminal is: it says in which file it is', async () => {
    using folder = new TestFolder();
    for (let start = 0; start < 2; start += 1) {
      using launched = serve(folder);
      await urlOf(launched);
      await launched.printed(/API key {2}in .*api-key/);
      assert.doesNotMatch(launched.err + launched.out, /kite_[\w-]{20}/);
      launched.process.kill('SIGTERM');
      assert.equal((await launched.end()).status, 0);
    }
  });

  it('does not start on an address that others can reach before it knows how to speak there', async () => {
    using folder = new TestFolder();
    using refused = serve(folder, ['--host', '0.0.0.0']);
    const { err, status } = await refused.end();
    assert.equal(status, 2);
    assert.match(err, /write tls\.mode: https_only \(--tls-mode https_only\)/);
    assert.equal(err.trim().split('\n').length, 1);
    using secure = serve(folder, ['--host', '0.0.0.0', '--tls-mode', 'https_only']);
    await secure.printed(/"url":"(https:[^"]+)".*listening/);
    await pasted(secure);
    assert.doesNotMatch(secure.err, /http:/);
  });

  it('takes the key of the environment, never prints it, and says when it is short', async () => {
    using folder = new TestFolder();
    using launched = serve(folder, [], { KITESTRING_API_KEY: 'ku&=#rz' });
    await urlOf(launched);
    assert.match(launched.out, /KITESTRING_API_KEY has fewer than 16 characters/);
    assert.doesNotMatch(launched.out + launched.err, /ku&=#rz/);
  });

  it('gives a line to paste that works, with the key in its file and in the environment', {
    skip: whyNoCurl(),
  }, async () => {
    const secure = ['--host', '0.0.0.0', '--tls-mode', 'https_only'];
    for (const [env, flags] of [
      [{}, []],
      [{}, secure],
      [{ KITESTRING_API_KEY: 'ku&=#rz' }, []],
    ] as const) {
      using folder = new TestFolder();
      using launched = serve(folder, flags, env);
      const [, url = ''] = await launched.printed(/"url":"([^"]+)".*listening/);
      const options = { env: { ...process.env, ...env }, timeout: 180_000 };
      const { stdout } = await promisify(execFile)('sh', ['-c', await pasted(launched)], options);
      assert.equal(JSON.parse(stdout).flight_state, 'StandBy', url);
    }
  });

  it('says so when it is stopped in the air', async () => {
    using folder = new TestFolder();
    using launched = serve(folder, ['--sim-speed', '50'], { KITESTRING_API_KEY: KEY });
    const client = new KitestringClient({
      url: await urlOf(launched),
      key: KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    const flight = client.topic('flight/state');
    await flight.until(({ flight_state }) => flight_state === 'StandBy');
    await client.flight.takeOff();
    await flight.until(({ flight_state }) => flight_state === 'Flying');
    await client.close();
    launched.process.kill('SIGTERM');
    const { status, out } = await launched.end();
    assert.equal(status, 0);
    const [warning] = logOf(out).filter(({ msg }) => msg.includes('in the air'));
    assert.equal(warning?.level, 40);
    assert.equal(warning?.state, 'Flying');
  });

  it('says which port is in use and how to choose another', async () => {
    using folder = new TestFolder();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    using launched = serve(folder, ['--port', String(port)]);
    assert.deepEqual(await launched.end(), {
      status: 1,
      signal: null,
      out: '',
      err: `kitestring: port ${port} on 127.0.0.1 is in use by another program; choose another one with --port (0 takes any free one)\n`,
    });
    server.close();
  });

  it('leaves a damaged database as it is, and says so', async () => {
    using folder = new TestFolder();
    folder.file('station.sqlite', Buffer.alloc(8192, 'not a database '));
    const before = folder.fingerprint();
    using launched = serve(folder);
    const { status, out, err } = await launched.end();
    assert.deepEqual({ status, out }, { status: 1, out: '' });
    assert.match(err, /^kitestring: \S+station\.sqlite is damaged .*\n$/);
    assert.deepEqual(folder.fingerprint(), before);
  });

  it('says that a data folder cannot be used', async () => {
    using folder = new TestFolder();
    for (const place of [folder.file('a-file', 'x'), folder.file('a-file/below')]) {
      using launched = new Launched(['serve', '--port', '0', '--data-dir', place]);
      const { status, err } = await launched.end();
      assert.equal(status, 1);
      assert.match(err, /^kitestring: .*a-file.* cannot be written .*\n$/);
    }
    assert.deepEqual(readdirSync(folder.path), ['a-file']);
  });

  it('says that another station has the data folder', async () => {
    using folder = new TestFolder();
    using first = serve(folder);
    await urlOf(first);
    using second = serve(folder);
    const { status, err } = await second.end();
    assert.equal(status, 1);
    assert.match(err, /^kitestring: .* is being used by another process \(a station runs on it\).*\n$/);
  });

  it('says what is wrong with the TLS files', async () => {
    using folder = new TestFolder();
    const file = folder.file('key.pem', 'not a key');
    using launched = serve(folder, ['--tls-key-file', file, '--tls-cert-file', file]);
    const { status, err } = await launched.end();
    assert.equal(status, 1);
    assert.match(err, /^kitestring: .*key\.pem does not hold a private key in PEM.*\n$/);
  });
});
