import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import {
  type SignedTicket,
  TICKET_TYPE,
  type TicketReply,
  type TicketRequest,
  UPLOAD_TYPE,
} from '@kitestring/hub-contract/upload.ts';
import { CommandKey } from '../../test/support/command-key.ts';
import { UploadExecutor } from './upload-executor.ts';

const SID = 'sabcdefghijkl';
const FILM = Buffer.from('a film of two parts');
const PART_BYTES = 10;

type AskedPart = Extract<TicketRequest, { part: unknown }>;

describe('uploads of a station', () => {
  const key = new CommandKey();
  let executor: UploadExecutor;
  /** Recordings that are still being recorded. */
  let growing: Set<string>;
  /** The answer to the next request for a part, where it is not a proper ticket. */
  let answers: ((asked: AskedPart) => string | Promise<string>)[];
  /** Paths of what has come by PUT. */
  let received: string[];
  let stored: Map<string, PromiseWithResolvers<void>>;
  let store: ReturnType<typeof createServer>;
  /** How a whole film is read at the station. */
  let reading: (film: Buffer, signal: AbortSignal) => AsyncGenerator<Uint8Array>;
  /** The store answers after it. */
  let checked: Promise<void>;
  const uploadDone = (upload: string) => {
    const done = stored.get(upload) ?? Promise.withResolvers<void>();
    stored.set(upload, done);
    return done;
  };
  const ticketOf = ({ file, id, part, upload }: AskedPart): SignedTicket => {
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/${upload}/${part.number}`;
    return { v: 1, id, sid: SID, upload, file, part, url, headers: {} };
  };
  const signed = (ticket: object, by = key, type = TICKET_TYPE) => by.order(type, ticket).toString();
  const ask = async (name: 'ticket' | 'uploaded', message: Uint8Array) => {
    const asked = JSON.parse(Buffer.from(message).toString()) as TicketRequest;
    const answer = async (): Promise<TicketReply | { v: 1; stored: true }> => {
      if (name === 'uploaded') {
        uploadDone(asked.upload).resolve();
        return { v: 1, stored: true };
      }
      if ('files' in asked) return { v: 1, partBytes: PART_BYTES, files: asked.files.map(() => []) };
      return { v: 1, ticket: (await answers.shift()?.(asked)) ?? signed(ticketOf(asked)) };
    };
    return Buffer.from(JSON.stringify(await answer()));
  };
  const order = (upload: string, keys = [key.pinned]) => {
    const bound = { v: 1, id: 'b'.repeat(16), sid: SID, boot: 'abcdefghijkl', beat: 1, maxAgeMs: 3000 };
    const person = { person: { id: 'p', name: 'Anna', role: 'operator' }, scopes: ['read'], via: 'page of the hub' };
    return executor.execute(
      key.order(UPLOAD_TYPE, { ...bound, ...person, upload, recording: upload, kbps: 1000 }),
      keys,
    );
  };
  beforeEach(async () => {
    [growing, answers, received, stored, checked] = [new Set(), [], [], new Map(), Promise.resolve()];
    reading = one;
    store = createServer((request, response) => {
      received.push(request.url ?? '');
      request.resume().on('end', () => void checked.then(() => response.end()));
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    executor = new UploadExecutor({
      judge: () => undefined,
      access: 'read',
      log: SILENT_LOG,
      caFor: () => undefined,
      closed: () => undefined,
      backoffMs: { first: 1, most: 1 },
      pace: {
        send: async (all: Uint8Array, write: (slice: Uint8Array) => void) => write(all),
      },
      ask,
      api: {
        request: async ({ headers, path, signal }) => {
          const [, recording = '', file] = /recordings\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
          const [, first, last] = /bytes=(\d+)-(\d+)/.exec(headers?.range ?? '') ?? [];
          const videos = [{ file_id: 'main.mp4' }];
          const film = first === undefined ? FILM : FILM.subarray(Number(first), Number(last) + 1);
          const details = JSON.stringify({ is_being_recorded: growing.has(recording), videos });
          if (file === undefined) return { status: 200, headers: {}, body: one(Buffer.from(details)) };
          return { status: 200, headers: {}, body: first === undefined ? reading(film, signal) : one(film) };
        },
      },
    });
  });
  afterEach(async () => {
    await executor.stop();
    store.closeAllConnections();
    store.close();
  });

  it('sends a part only where the hub has signed for this station, file, part and request: every change is refused', async () => {
    const upload = 'a'.repeat(16);
    let earlier = '';
    const changed = (change: Partial<SignedTicket>) => (asked: AskedPart) => signed({ ...ticketOf(asked), ...change });
    const other = 'c'.repeat(16);
    const sha256 = 'A'.repeat(43);
    const attacks: ((asked: AskedPart) => string | Promise<string>)[] = [
      (asked) => JSON.stringify(ticketOf(asked)),
      (asked) => signed(ticketOf(asked), new CommandKey()),
      (asked) => signed(ticketOf(asked), key, UPLOAD_TYPE),
      (asked) => key.order(TICKET_TYPE, ticketOf(asked), { alg: 'none' }).toString(),
      // Another address below a signature of the hub.
      (asked) => {
        const [header, , signature] = signed(ticketOf(asked)).split('.');
        const forged = Buffer.from(JSON.stringify({ ...ticketOf(asked), url: `${ticketOf(asked).url}/forged` }));
        return `${header}.${forged.toString('base64url')}.${signature}`;
      },
      changed({ sid: 'sbbbbbbbbbbbb' }),
      changed({ upload: other }),
      changed({ file: 'sub.mp4' }),
      changed({ id: other }),
      (asked) => signed({ ...ticketOf(asked), part: { ...asked.part, number: 2 } }),
      (asked) => signed({ ...ticketOf(asked), part: { ...asked.part, bytes: 9 } }),
      (asked) => signed({ ...ticketOf(asked), part: { ...asked.part, sha256: `${sha256}=` } }),
      // One that was right for an earlier request for the same part: tickets end with their request.
      (asked) => {
        earlier = signed(ticketOf(asked));
        return '';
      },
      () => earlier,
    ];
    const sentWith: number[] = [];
    answers = attacks.map((attack) => (asked) => {
      sentWith.push(received.length);
      return attack(asked);
    });
    answers.push((asked) => {
      sentWith.push(received.length);
      return signed(ticketOf(asked));
    });
    assert.equal((await order(upload)).v, 1);
    await uploadDone(upload).promise;
    assert.deepEqual(sentWith, Array(attacks.length + 1).fill(0), 'nothing was sent by a changed ticket');
    assert.deepEqual(received, [`/${upload}/1`, `/${upload}/2`]);
  });

  it('has the next part and its ticket when the store answers, and never two on their way', async () => {
    const upload = 'a'.repeat(16);
    const [checks, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    checked = checks.promise;
    const askedFor = (told: () => void) => (one: AskedPart) => {
      told();
      return signed(ticketOf(one));
    };
    answers = [askedFor(() => {}), askedFor(asked.resolve)];
    const arrived = once(store, 'request');
    await order(upload);
    await Promise.all([asked.promise, arrived]);
    assert.deepEqual(received, [`/${upload}/1`]);
    checks.resolve();
    await uploadDone(upload).promise;
    assert.deepEqual(received, [`/${upload}/1`, `/${upload}/2`]);
  });

  it('says who has not signed a ticket, and takes those of a new key once that is pinned', async () => {
    const upload = 'a'.repeat(16);
    const next = new CommandKey('next');
    const [refused, pinned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const signNext = (asked: AskedPart) => signed(ticketOf(asked), next);
    const signNextOncePinned = async (asked: AskedPart) => {
      refused.resolve();
      await pinned.promise;
      return signNext(asked);
    };
    answers = [signNext, signNextOncePinned];
    await order(upload);
    await refused.promise;
    const reply = await order(upload, [key.pinned, next.pinned]);
    const detail = 'the hub has not signed a ticket for part 1 of main.mp4';
    assert.deepEqual('wait' in reply && reply.wait, { for: 'line', detail });
    pinned.resolve();
    await uploadDone(upload).promise;
    assert.equal(received.length, 2);
  });

  it('reads a recording for as long as something comes, on a slow disk for hours', async (t) => {
    // Node's types do not know the second one.
    t.mock.timers.enable({ apis: ['setTimeout', 'AbortSignal.timeout' as 'setTimeout'] });
    reading = async function* slowly(film, signal) {
      for (const byte of film) {
        t.mock.timers.tick(59_000);
        signal.throwIfAborted();
        yield Buffer.from([byte]);
      }
    };
    const upload = 'a'.repeat(16);
    await order(upload);
    await uploadDone(upload).promise;
    assert.equal(received.length, 2);
  });

  it('lets others pass while a recording still grows, and brings it once it has ended', async () => {
    const [first, second] = ['a'.repeat(16), 'b'.repeat(16)];
    growing.add(first);
    const waits = async () => {
      const reply = await order(first);
      return 'wait' in reply ? reply.wait : undefined;
    };
    assert.deepEqual(await waits(), { for: 'recording' });
    const reply = await order(second);
    assert.deepEqual('status' in reply && reply.status, 202, 'nothing is before it');
    await uploadDone(second).promise;
    assert.deepEqual(await waits(), { for: 'recording' });
    growing.clear();
    assert.equal(await waits(), undefined);
    await uploadDone(first).promise;
    assert.equal(received.length, 4);
  });
});

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
