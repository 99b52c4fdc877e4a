import assert from 'node:assert/strict';
import { generateKeyPairSync, hash } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { type SignedRequestName, signedRequest } from '@kitestring/hub-contract/signed-request.ts';
import { checkedTicket } from '@kitestring/hub-link/uploads';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { KeptFile, KeptUpload } from './upload-table.ts';
import { Uploads } from './uploads.ts';

const SID = 'sabcdefghijkl';
const ID = '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const STATION = Nkey.make('user');
const OTHER = Nkey.make('user');
const KEY = { kid: 'test', key: privateKey, x: String(publicKey.export({ format: 'jwk' }).x) };

describe('the parts of an upload', () => {
  let begun: string[];
  let aborted: string[];
  let row: { state: KeptUpload['state']; files: readonly KeptFile[] };
  let isExpected: boolean;
  let revokedMs: number | undefined;
  let removed: string[];
  let parts: readonly object[];
  /** Bytes that are read back. */
  let stored: () => Promise<string | undefined>;
  let send: (bytes: Uint8Array, name?: SignedRequestName) => Promise<Reply>;
  const signed = (message: object, by = STATION, sid = SID, name: SignedRequestName = 'ticket') =>
    signedRequest(sid, name, bytesOf({ v: 1, upload: ID, ...message }), (text) =>
      by.sign(Buffer.from(text)).toString('base64url'),
    );
  const request = (message: object) => send(signed(message));
  const ask = (content: string) =>
    request({ files: [{ name: 'main.mp4', bytes: content.length, sha256: hash('sha256', content, 'base64') }] });
  beforeEach(() => {
    begun = [];
    aborted = [];
    row = { state: 'ordered', files: [] };
    isExpected = true;
    revokedMs = undefined;
    removed = [];
    parts = [];
    stored = async () => undefined;
    const table = {
      filesDeleted: async () => {},
      failed: async () => {
        row = { ...row, state: 'failed' };
      },
      get: async () => ({ id: ID, sid: SID, kind: 'recording', ...row }),
      keepFiles: async (_id: string, files: readonly KeptFile[]) => {
        if (isExpected) row = { state: 'uploading', files };
        return isExpected;
      },
    };
    const objects = {
      partBytes: 1000,
      begin: async () => `parts ${begun.push('') - 1}`,
      parts: async () => parts,
      complete: async () => {},
      read: async () => {
        const text = await stored();
        return text === undefined ? undefined : { bytes: text.length, body: [Buffer.from(text)] };
      },
      remove: async (key: string) => void removed.push(key),
      abort: async (_key: string, upload: string) => void aborted.push(upload),
      ticket: () => ({ url: 'https://store.example/1', headers: { 'x-amz-checksum-sha256': 'x' } }),
    };
    const listeners = new Map<string, (fault: null, message: object) => void>();
    const connection = {
      subscribe: (subject: string, { callback }: { callback: (fault: null, message: object) => void }) =>
        listeners.set(subject, callback),
    };
    const keys = new Map([
      [SID, STATION.publicKey],
      ['sbbbbbbbbbbbb', OTHER.publicKey],
    ]);
    const stations = { get: (sid: string) => ({ key: keys.get(sid), revokedMs }) };
    const own = { key: KEY, clock: new VirtualClock(), log: SILENT_LOG, budgets: { take: () => true } };
    new Uploads({ connection, table, objects, stations, ...own } as never);
    send = (data, name = 'ticket') =>
      new Promise((resolve) => {
        const respond = (bytes: Uint8Array) => resolve(JSON.parse(Buffer.from(bytes).toString()));
        listeners.get(`ks.hub.*.${name}`)?.(null, { subject: `ks.hub.${SID}.${name}`, data, respond });
      });
  });

  it('go on while the file is the same, and are deleted when it has changed', async () => {
    for (const content of ['one', 'one', 'two']) assert.deepEqual((await ask(content)).files, [[]]);
    assert.deepEqual([begun.length, aborted], [2, ['parts 0']]);
  });

  it('are deleted when the order was removed meanwhile, and not begun for one that has failed', async () => {
    isExpected = false;
    assert.match((await ask('one')).over ?? '', /removed/);
    assert.deepEqual(aborted, ['parts 0']);
    row = { state: 'failed', files: [] };
    assert.match((await ask('one')).over ?? '', /failed/);
    assert.equal(begun.length, 1);
  });

  it('are longer in a file that would have too many, and one that is too long for these fails', async () => {
    const file = (bytes: number) => ({ name: 'main.mp4', bytes, sha256: hash('sha256', '', 'base64') });
    const partBytes = async (bytes: number) => (await request({ files: [file(bytes)] })).partBytes;
    assert.deepEqual([await partBytes(10_000_000), await partBytes(10_000_001)], [1000, 2000]);
    const last = { number: 5001, bytes: 1, sha256: hash('sha256', 'x', 'base64') };
    assert.ok((await request({ id: 'a'.repeat(16), file: 'main.mp4', part: last })).ticket);
    const { over = '' } = await request({ files: [file(2 ** 40)] });
    assert.match(over, /over 10000 parts of 67108864 bytes/);
    assert.equal(row.state, 'failed');
  });

  it('become a file that is removed with its recording while it is read back; until then no parts are begun', async () => {
    const reading = Promise.withResolvers<void>();
    const isRemoved = Promise.withResolvers<void>();
    stored = async () => {
      reading.resolve();
      await isRemoved.promise;
      return '';
    };
    await ask('');
    parts = [{ number: 1, bytes: 0 }];
    const uploaded = send(signed({}, STATION, SID, 'uploaded'), 'uploaded');
    await reading.promise;
    assert.deepEqual((await ask('')).wait, { for: 'store', detail: 'it is being put together' });
    row = { state: 'removed', files: [] };
    isExpected = false;
    isRemoved.resolve();
    assert.match((await uploaded).over ?? '', /removed/);
    assert.deepEqual([begun.length, removed], [1, [`recordings/${SID}/${ID}/main.mp4`]]);
  });

  it('go where a ticket says that is signed for the request of this station', async () => {
    await ask('one');
    const part = { number: 1, bytes: 3, sha256: hash('sha256', 'one', 'base64') };
    const asked = { id: 'a'.repeat(16), file: 'main.mp4', part };
    const { ticket = '' } = await request(asked);
    const checked = (sid: string) => checkedTicket(ticket, { v: 1, sid, upload: ID, ...asked }, [KEY]);
    assert.equal(checked(SID)?.url, 'https://store.example/1');
    assert.equal(checked('sbbbbbbbbbbbb'), undefined);
    assert.match((await request({ ...asked, part: { ...part, bytes: 4 } })).over ?? '', /another length/);
  });

  it('are asked for by who has the key of the station: a request in its name by anybody else is refused, and changes nothing', async () => {
    const files = [{ name: 'main.mp4', bytes: 3, sha256: hash('sha256', 'one', 'base64') }];
    const own = JSON.parse(Buffer.from(signed({ files })).toString());
    const forged = own.request.replace(files[0]?.sha256, hash('sha256', 'two', 'base64'));
    const attacks = [
      bytesOf({ v: 1, upload: ID, files }),
      signed({ files }, OTHER),
      // A signature of another station, and one of this station for another purpose.
      signed({ files }, OTHER, 'sbbbbbbbbbbbb'),
      signed({ files }, STATION, 'sbbbbbbbbbbbb'),
      signed({ files }, STATION, SID, 'offer'),
      bytesOf({ ...own, request: forged }),
      bytesOf({ ...own, sig: 'A'.repeat(86) }),
    ];
    for (const attack of attacks) assert.match((await send(attack)).over ?? '', /sig/);
    revokedMs = 1;
    assert.match((await request({ files })).over ?? '', /sig/);
    assert.deepEqual([begun, row.files], [[], []]);
    revokedMs = undefined;
    assert.deepEqual((await request({ files })).files, [[]]);
  });
});

interface Reply {
  readonly over?: string;
  readonly wait?: unknown;
  readonly partBytes?: number;
  readonly files?: unknown;
  readonly ticket?: string;
}

const bytesOf = (message: object): Uint8Array => Buffer.from(JSON.stringify(message));

describe('orders of uploads', () => {
  it('pass one of a recording that still grows, which is ordered again after half a minute', async () => {
    const upload = (id: string) => ({
      id,
      sid: SID,
      kind: 'recording',
      recording: id,
      kbps: 1000,
      automatic: false,
      waits: null,
      asker: { person: { id: 'p', name: 'Anna', role: 'operator' }, scopes: ['read'], via: 'page of the hub' },
    });
    const [growing, other] = ['a'.repeat(16), 'b'.repeat(16)];
    const clock = new VirtualClock();
    const ordered: string[] = [];
    const waits: unknown[] = [];
    const request = async (_subject: string, order: Uint8Array) => {
      const { upload, id } = JSON.parse(
        Buffer.from(Buffer.from(order).toString().split('.')[1] ?? '', 'base64url').toString(),
      );
      ordered.push(upload);
      const wait = { for: 'recording' };
      const reply =
        upload === growing ? { v: 1, id, error: 'STATION_BUSY', message: 'it grows', wait } : { v: 1, id, status: 202 };
      return { data: Buffer.from(JSON.stringify(reply)) };
    };
    const uploads = new Uploads({
      connection: { subscribe: () => {}, request },
      table: {
        open: async () => [upload(growing), upload(other)],
        waits: async (...noted: unknown[]) => void waits.push(noted),
      },
      budgets: { take: () => true },
      presence: { of: () => ({ state: 'online' }) },
      beats: { of: async () => ({ beat: { boot: 'abcdefghijkl', n: 1 } }) },
      persons: { names: async () => new Map() },
      key: KEY,
      isInCharge: () => true,
      log: SILENT_LOG,
      clock,
      nowMs: () => clock.nowUs() / 1000,
    } as never);
    // Orders are given by the test alone.
    uploads.stop();
    for (const seconds of [0, 6, 23, 1]) {
      clock.advance(seconds);
      await uploads.orderAll();
    }
    assert.deepEqual(ordered, [growing, other, other, growing]);
    assert.deepEqual(waits, [
      [growing, { for: 'recording' }],
      [growing, { for: 'recording' }],
    ]);
  });
});
