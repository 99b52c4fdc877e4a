import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { whyNoCurl } from '../../test/support/page-examples.ts';
import type { TerminalOutput } from '../context.ts';
import { type Announcement, bannerText, curlLine } from './banner.ts';
import type { KeyPlace } from './key-place.ts';

const run = promisify(execFile);

const out: TerminalOutput = {
  write: () => {},
  isTerminal: false,
  hasColours: false,
  columns: () => 80,
  rows: () => 24,
};

const announcement = (parts: Partial<Announcement> = {}): Announcement => ({
  version: '0.1.0',
  apiVersion: '1.1.2',
  url: 'http://127.0.0.1:3128',
  otherUrls: [],
  schemes: ['http', 'https'],
  aircraft: 'simulated',
  hasConsole: true,
  speed: 1,
  key: { kind: 'new', key: 'kite_abc', file: '/data/first-key' },
  pin: 'sha256//abc=',
  dataDir: '/data',
  ...parts,
});

describe('bannerText', () => {
  it('says where everything is', () => {
    const text = bannerText(out, announcement());
    for (const part of [
      'SIMULATED AIRCRAFT',
      'Console  http://127.0.0.1:3128 ',
      'http://127.0.0.1:3128/api ',
      'https://127.0.0.1:3128/api',
      'http://127.0.0.1:3128/docs',
      'http://127.0.0.1:3128/api/health',
      'kite_abc',
      '/data/first-key',
      'sha256//abc=',
      'npx kitestring fly --url http://127.0.0.1:3128',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /listening/);
  });

  it('prints HTTPS first where others can reach the station, and HTTPS alone where nothing else is spoken', () => {
    const both = bannerText(out, announcement({ schemes: ['https', 'http'], otherUrls: ['http://10.0.0.5:443'] }));
    assert.match(both, /Console {2}https:\/\/127/);
    assert.match(both, /https:\/\/127\.0\.0\.1:3128\/api .*or.* http:\/\/127\.0\.0\.1:3128\/api/);
    assert.match(both, /https:\/\/10\.0\.0\.5:443\/api/);
    const only = bannerText(out, announcement({ schemes: ['https'] }));
    assert.doesNotMatch(only, /http:/);
    assert.match(only, /curl -sS -k --pinnedpubkey 'sha256\/\/abc=' https:/);
    assert.match(only, /fly --url https:\/\/127\.0\.0\.1:3128 --pin 'sha256\/\/abc='/);
    assert.doesNotMatch(bannerText(out, announcement({ schemes: ['http'] })), /https:/);
  });

  it('says in one line below the folder that nothing is stored there', () => {
    const storeTrouble = 'the disk is full since the start, so nothing is stored until the next start';
    const text = bannerText(out, announcement({ storeTrouble }));
    assert.match(text, /Data {5}\/data\n +NOT WRITABLE +the disk is full since .*: make it writable first\n/);
  });

  it('says nothing of a console that is not served', () => {
    assert.doesNotMatch(bannerText(out, announcement({ hasConsole: false })), /Console/);
  });

  it('names the paths of 0.5.0, and neither a console nor commands that do not speak it', () => {
    const text = bannerText(out, announcement({ apiVersion: '0.5.0', schemes: ['http'] }));
    assert.match(text, /Console {2}none with API 0\.5\.0/);
    assert.match(text, /\/api\/v0\/health/);
    assert.match(text, /curl -sS http:\/\/127\.0\.0\.1:3128\/api\/v0\/auth\/token\/request/);
    assert.doesNotMatch(text, /\/v1\/|Fly it|TLS pin|https:/);
  });

  it('says that a real aircraft is real, and how fast time runs', () => {
    const text = bannerText(out, announcement({ aircraft: 'real', speed: 20 }));
    assert.match(text, /REAL AIRCRAFT/);
    assert.doesNotMatch(text, /SIMULATED/);
    assert.match(text, /20 times as fast/);
  });

  it('says that a recording is one, of which station and when, and offers to watch it', () => {
    const recording = { file: 'shift.mcap', stationName: 'gs-7', fromUs: 0, toUs: 60_000_000 };
    const text = bannerText(out, announcement({ aircraft: 'recorded', recording }));
    assert.match(text, / REPLAY$/m);
    assert.match(text, /shift\.mcap, of gs-7\n +1970-01-01T00:00:00\.000000\+00:00 to 1970-01-01T00:01:00/);
    assert.match(text, /npx kitestring watch --url http:\/\/127\.0\.0\.1:3128/);
    assert.doesNotMatch(text, /AIRCRAFT|Fly it/);
  });

  it('shows a key at the start that made it, and no key afterwards', () => {
    for (const key of [{ kind: 'file', file: '/f' }, { kind: 'variable' }, { kind: 'noted' }] as const) {
      assert.doesNotMatch(bannerText(out, announcement({ key })), /kite_/);
    }
  });
});

describe('the line to paste', { skip: whyNoCurl() }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitestring it's a "));
  const file = path.join(folder, 'first key');
  const SECRET = 'k&y=%41 +#"1';

  /** A station that gives a token for the key and a state for the token. */
  async function pasted(key: KeyPlace, environment: Record<string, string> = {}): Promise<string> {
    const server = createServer(async (request: IncomingMessage, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const isGranted = new URLSearchParams(body).get('client_secret') === SECRET;
      if (request.url?.endsWith('/token/request') && isGranted)
        response.end('{"id":"i","access_token":"t0k-en","scope":"read"}');
      else response.end(request.headers.authorization === 'Bearer t0k-en' ? 'the state' : 'refused');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const line = curlLine({ apiVersion: '1.1.2', url, key, pin: 'sha256//abc=' });
    assert.doesNotMatch(line, /\n/);
    // A curl that records its arguments, which every user can see in the list of processes.
    const bin = mkdtempSync(path.join(tmpdir(), 'kitestring-bin-'));
    const noted = path.join(bin, 'arguments');
    const { stdout: curl } = await run('sh', ['-c', 'command -v curl']);
    const script = `#!/bin/sh\necho "$@" >> ${noted}\nexec ${curl.trim()} "$@"\n`;
    writeFileSync(path.join(bin, 'curl'), script, { mode: 0o755 });
    const { stdout } = await run('sh', ['-c', line], { env: { PATH: `${bin}:${process.env.PATH}`, ...environment } });
    const seen = readFileSync(noted, 'utf8');
    for (const secret of [SECRET, encodeURIComponent(SECRET), 't0k-en']) assert.ok(!seen.includes(secret), seen);
    rmSync(bin, { recursive: true });
    server.close();
    return stdout;
  }

  it('works with the key in its file, whatever the folder is called', async () => {
    writeFileSync(file, `${SECRET}\n`);
    assert.equal(await pasted({ kind: 'new', key: SECRET, file }), 'the state');
    assert.equal(await pasted({ kind: 'file', file }), 'the state');
    rmSync(folder, { recursive: true });
  });

  it('works with the key of the environment', async () => {
    assert.equal(await pasted({ kind: 'variable' }, { KITESTRING_API_KEY: SECRET }), 'the state');
  });
});
