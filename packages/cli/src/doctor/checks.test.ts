import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { type ClockReading, checkClock } from './clock.ts';
import { checkFolder, checkStore } from './data-folder.ts';
import { checkDisk } from './disk-space.ts';
import { checkChosenKey, checkEncryption, checkFirstKey } from './encryption.ts';
import { checkHealth } from './health.ts';
import { checkNetwork } from './network.ts';
import { checkNode } from './node-version.ts';
import { checkPort } from './port.ts';

describe('doctor: Node', () => {
  it('needs 26', () => {
    assert.equal(checkNode('26.0.0', '/n').status, 'ok');
    assert.equal(checkNode('24.12.1', '/n').status, 'fail');
    assert.match(checkNode('20.20.2', '/n').todo ?? '', /npm ci/);
  });
});

describe('doctor: clock', () => {
  const at = (iso: string, synchronised: string | undefined, jumpMs = 0): ClockReading => {
    let readings = 0;
    return {
      now: () => Date.parse(iso) + (readings++ > 2 ? jumpMs : 0),
      monotonicMs: () => 0,
      synchronised: async () => synchronised,
    };
  };

  it('is fine when it is plausible, steady and synchronised', async () => {
    assert.deepEqual(await checkClock(at('2027-05-01T12:00:00Z', 'yes')), {
      check: 'Clock',
      status: 'ok',
      found: '2027-05-01 12:00:00 UTC, synchronised by NTP',
    });
    assert.equal((await checkClock(at('2027-05-01T12:00:00Z', undefined))).status, 'ok');
  });

  it('fails when it was never set, and warns when nobody keeps it or it jumps', async () => {
    assert.equal((await checkClock(at('1970-01-01T00:00:09Z', 'yes'))).status, 'fail');
    assert.equal((await checkClock(at('2027-05-01T12:00:00Z', 'no'))).status, 'warn');
    const jumped = await checkClock(at('2027-05-01T12:00:00Z', 'yes', 3000));
    assert.equal(jumped.status, 'warn');
    assert.match(jumped.found, /jumped by 3000 ms/);
  });
});

describe('doctor: port', () => {
  it('is free, ours, anyone’s, or nobody’s to have', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const taken = { host: '127.0.0.1', port };
    assert.match((await checkPort({ ...taken, isOurs: true })).found, /used by the running station/);
    const { status, found, todo } = await checkPort({ ...taken, isOurs: false });
    assert.equal(status, 'fail');
    assert.match(found, new RegExp(`port ${port} of 127.0.0.1 \\(EADDRINUSE\\)`));
    assert.match(todo ?? '', /--port/);
    server.close();
    await once(server, 'close');
    assert.equal((await checkPort({ ...taken, isOurs: false })).status, 'ok');
    assert.equal((await checkPort({ host: '127.0.0.1', port: 0, isOurs: false })).status, 'ok');
    assert.match((await checkPort({ host: '192.0.2.1', port: 0 + port, isOurs: false })).todo ?? '', /--host/);
  });
});

describe('doctor: data folder and database', () => {
  const folder = () => mkdtempSync(path.join(tmpdir(), 'kitestring-doctor-'));

  it('are fine before the first start, with a station running, and after it', () => {
    const place = folder();
    const fresh = path.join(place, 'a', 'b');
    assert.match(checkFolder(fresh).found, /created at the first start/);
    assert.equal(checkStore(fresh), undefined);
    const store = openStore(fresh, { lock: true });
    assert.equal(checkFolder(fresh).status, 'ok');
    assert.match(checkStore(fresh)?.found ?? '', /intact, in use by a running station/);
    store.close();
    assert.equal(checkStore(fresh)?.found, 'whole');
    rmSync(place, { recursive: true });
  });

  it('fail when the folder is a file or the database is damaged', () => {
    const place = folder();
    const file = path.join(place, 'file');
    writeFileSync(file, '');
    assert.equal(checkFolder(file).status, 'fail');
    writeFileSync(
      path.join(place, 'station.sqlite'),
      'not a database at all, although it has a hundred characters or so, and more',
    );
    const { status, found } = checkStore(place) ?? {};
    assert.equal(status, 'fail');
    assert.match(found ?? '', /is damaged/);
    rmSync(place, { recursive: true });
  });
});

describe('doctor: disk and network', () => {
  it('warns below 1 GiB and fails below 0.1', async () => {
    const gib = (free: number) => checkDisk('/', async () => free * 2 ** 30);
    assert.deepEqual(
      [(await gib(5)).status, (await gib(0.9)).status, (await gib(0.05)).status],
      ['ok', 'warn', 'fail'],
    );
    assert.equal(typeof (await checkDisk('/not/there/yet')).found, 'string');
  });

  it('warns of a network that is the system’s own', () => {
    const info = {
      address: '192.168.2.7',
      netmask: '255.255.255.0',
      family: 'IPv4' as const,
      mac: '',
      internal: false,
      cidr: null,
    };
    const { status, found } = checkNetwork({ eth0: [info] });
    assert.equal(status, 'warn');
    assert.match(found, /eth0 has 192\.168\.2\.7/);
    assert.equal(checkNetwork({ eth0: [{ ...info, address: '10.0.0.7' }] }).status, 'ok');
  });
});

describe('doctor: station', () => {
  /** No answer is late on a busy machine. */
  const WITHIN_MS = 60_000;
  const answering = async (status: number, body: string) => {
    const server = createHttpServer((_request, response) => response.writeHead(status).end(body)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const finding = await checkHealth(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, WITHIN_MS);
    server.closeAllConnections();
    server.close();
    return finding;
  };

  it('is well, ill, absent, or something else', async () => {
    assert.deepEqual(
      [
        await answering(200, '{"status":"OK","api_version":"1.1.2"}'),
        await answering(500, '"Service Unavailable"'),
        await answering(200, '<html>'),
        await answering(404, 'nginx'),
        await checkHealth('http://127.0.0.1:1', {}, WITHIN_MS),
      ].map(({ status, isRunning }) => [status, isRunning]),
      [
        ['ok', true],
        ['fail', true],
        ['fail', false],
        ['fail', false],
        ['ok', false],
      ],
    );
  });
});

describe('doctor: encryption', () => {
  const judged = (flags: Record<string, string>, environment: Record<string, string> = {}) => {
    const texts = new Map(Object.entries({ 'data-dir': '/nowhere', ...flags }).map(([name, text]) => [name, [text]]));
    const { values } = loadSettings({ flags: texts, environment, folder: '/' });
    return [checkEncryption(values), checkChosenKey(values)] as const;
  };

  it('is fine on this machine, a failure without a mode elsewhere, a warning where something goes in the clear', () => {
    const abroad = { host: '0.0.0.0' };
    assert.equal(judged({})[0].status, 'ok');
    assert.equal(judged(abroad)[0].status, 'fail');
    assert.equal(judged({ ...abroad, 'tls-mode': 'both' })[0].status, 'warn');
    assert.equal(judged({ ...abroad, 'tls-mode': 'off' })[0].status, 'warn');
    assert.equal(judged({ ...abroad, 'tls-mode': 'off', 'network-trusted-proxies': '10.0.0.1' })[0].status, 'ok');
    assert.match(judged({ ...abroad, 'tls-mode': 'https_only' })[0].todo ?? '', /video\.rtsp_port: off/);
    assert.equal(judged({ ...abroad, 'tls-mode': 'https_only', 'video-rtsp-port': 'off' })[0].status, 'ok');
  });

  it('reminds of the file of the first key where others can reach the station', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kitestring-doctor-'));
    const found = (host: string) => {
      const flags = new Map(Object.entries({ 'data-dir': folder, host }).map(([name, text]) => [name, [text]]));
      return checkFirstKey(loadSettings({ flags, environment: {}, folder: '/' }).values)?.status;
    };
    assert.equal(found('0.0.0.0'), undefined);
    writeFileSync(path.join(folder, 'api-key'), 'kite_abc\n');
    assert.deepEqual([found('127.0.0.1'), found('0.0.0.0')], ['ok', 'warn']);
    chmodSync(folder, 0o755);
    const open = checkFolder(folder);
    assert.deepEqual([open.status, open.todo], ['warn', `chmod 700 ${folder}`]);
    rmSync(folder, { recursive: true });
  });

  it('judges the length of a key that somebody chose, without showing it', () => {
    const [, none] = judged({});
    assert.equal(none, undefined);
    const key = (KITESTRING_API_KEY: string, host = '127.0.0.1') => judged({ host }, { KITESTRING_API_KEY })[1];
    assert.equal(key('a-key-of-16-char')?.status, 'ok');
    assert.equal(key('short')?.status, 'warn');
    assert.equal(key('short', '0.0.0.0')?.status, 'fail');
    assert.doesNotMatch(JSON.stringify(key('short-key')), /short-key/);
  });
});
