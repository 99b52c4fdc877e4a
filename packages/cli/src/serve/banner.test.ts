import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { whyNoCurl } from '../../test/support/page-examples.ts';
import type { Output } from '../context.ts';
import { type Announcement, bannerText, curlLine, type KeyPlace } from './banner.ts';

const out: Output = { write: () => {}, isTerminal: false, hasColours: false, columns: () => 80, rows: () => 24 };

const announcement = (parts: Partial<Announcement> = {}): Announcement => ({
  version: '0.1.0',
  apiVersion: '1.1.2',
  url: 'http://127.0.0.1:3128',
  otherUrls: [],
  isSimulated: true,
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

  it('says nothing of a console that is not served', () => {
    assert.doesNotMatch(bannerText(out, announcement({ hasConsole: false })), /Console/);
  });

  it('says that a real aircraft is real, and how fast time runs', () => {
    const text = bannerText(out, announcement({ isSimulated: false, speed: 20 }));
    assert.match(text, /REAL AIRCRAFT/);
    assert.doesNotMatch(text, /SIMULATED/);
    assert.match(text, /20 times as fast/);
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
    const line = curlLine({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key });
    assert.doesNotMatch(line, /\n/);
    const env = { PATH: process.env.PATH ?? '', ...environment };
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env }).finally(() => server.close());
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
