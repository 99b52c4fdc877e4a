import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Platform } from '@kitestring/client/platform.ts';
import { webPlatform } from '@kitestring/client/web.ts';
import { downloadFile } from './download-file.ts';

const FILE = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const OTHER = FILE.toReversed();

/** A part of a file as the station answers it, whose body breaks off before a byte. */
function answer(file: Uint8Array<ArrayBuffer>, tag: string, first: number, breaksAt = file.length): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(file.slice(first, breaksAt)),
    pull: (controller) =>
      breaksAt < file.length ? controller.error(new TypeError('network error')) : controller.close(),
  });
  const headers = { etag: tag, 'content-length': String(file.length - first) };
  return new Response(body, { status: first > 0 ? 206 : 200, headers });
}

/** Longer waits are deadlines, which are not over here. */
const LONGEST_PAUSE_MS = 5000;

/** A client for which each pause is over at once. */
function client(answers: readonly ((first: number) => Response)[], asked: number[]): KitestringClient {
  const fetch: Platform['fetch'] = async (_, { headers }) => {
    const [, first = '0'] = /^bytes=(\d+)-$/.exec(new Headers(headers).get('range') ?? '') ?? [];
    asked.push(Number(first));
    return answers[asked.length - 1]?.(Number(first)) ?? assert.fail('asked once more');
  };
  const schedule: Platform['schedule'] = (delayMs, callback) => {
    const timer = delayMs <= LONGEST_PAUSE_MS ? setImmediate(callback) : undefined;
    return () => clearImmediate(timer);
  };
  return new KitestringClient({ url: 'http://station', token: 't', platform: { ...webPlatform, fetch, schedule } });
}

/** Result of a download from a station with these answers. */
async function downloaded(answers: readonly ((first: number) => Response)[], signal = new AbortController().signal) {
  const asked: number[] = [];
  const percents: number[] = [];
  const broken: (string | undefined)[] = [];
  const { recordings } = client(answers, asked);
  const blob = await downloadFile({
    start: (options) => recordings.download({ recording_id: 'r', file_id: 'main.mp4' }, options),
    signal,
    onPercent: (percent) => percents.push(percent),
    onBroken: (error) => broken.push(error?.code),
  });
  return { asked, percents, broken, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

describe('downloadFile', () => {
  it('gives the file, byte for byte', async () => {
    const { asked, bytes, percents } = await downloaded([(first) => answer(FILE, '"a"', first)]);
    assert.deepEqual([asked, percents, bytes], [[0], [100], FILE]);
  });

  it('goes on where the way to the station broke, and says that it broke and that it goes on', async () => {
    const { asked, broken, bytes, percents } = await downloaded([
      (first) => answer(FILE, '"a"', first, 400),
      () => {
        throw new TypeError('no network');
      },
      (first) => answer(FILE, '"a"', first),
    ]);
    assert.deepEqual(
      [asked, percents],
      [
        [0, 400, 400],
        [40, 100],
      ],
    );
    assert.deepEqual(broken, ['UNREACHABLE', undefined]);
    assert.deepEqual(bytes, FILE);
  });

  it('begins again when the file has changed meanwhile, whether it is told with a part or with the whole', async () => {
    const withPart = await downloaded([
      (first) => answer(FILE, '"a"', first, 400),
      (first) => answer(OTHER, '"b"', first),
      (first) => answer(OTHER, '"b"', first),
    ]);
    assert.deepEqual([withPart.asked, withPart.bytes], [[0, 400, 0], OTHER]);
    const withWhole = await downloaded([
      (first) => answer(FILE, '"a"', first, 400),
      () => answer(OTHER, '"b"', 0),
      () => answer(OTHER, '"b"', 0),
    ]);
    assert.deepEqual([withWhole.asked, withWhole.bytes], [[0, 400, 0], OTHER]);
  });

  it('ends with what the station refuses, and with the wish to stop', async () => {
    const refused = () => Response.json({ code: 'RECORDING_NOT_FOUND', message: 'none' }, { status: 404 });
    await assert.rejects(downloaded([refused]), { code: 'RECORDING_NOT_FOUND' });
    const later = downloaded([(first) => answer(FILE, '"a"', first, 400), refused]);
    await assert.rejects(later, { code: 'RECORDING_NOT_FOUND' });
    const stop = new AbortController();
    const stopped = downloaded(
      [
        (first) => {
          stop.abort();
          return answer(FILE, '"a"', first, 400);
        },
      ],
      stop.signal,
    );
    await assert.rejects(stopped, { name: 'AbortError' });
  });
});
