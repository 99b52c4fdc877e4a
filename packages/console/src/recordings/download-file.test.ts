import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
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

/** What a download from a station that answers so comes to. */
async function downloaded(answers: readonly ((first: number) => Response)[], signal = new AbortController().signal) {
  const asked: number[] = [];
  const percents: number[] = [];
  const broken: (string | undefined)[] = [];
  const blob = await downloadFile({
    ask: async (first) => {
      asked.push(first);
      return answers[asked.length - 1]?.(first) ?? assert.fail('asked once more');
    },
    signal,
    onPercent: (percent) => percents.push(percent),
    onBroken: (error) => broken.push(error?.code),
    pause: async () => undefined,
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
        throw new ConnectionError('UNREACHABLE', 'no network');
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
    assert.deepEqual(broken, [undefined, 'UNREACHABLE', 'UNREACHABLE', undefined]);
    assert.deepEqual(bytes, FILE);
  });

  it('begins again when the file has changed meanwhile, whether it is told with a part or with the whole', async () => {
    const withPart = await downloaded([
      (first) => answer(FILE, '"a"', first, 400),
      (first) => answer(OTHER, '"b"', first),
      (first) => answer(OTHER, '"b"', first),
    ]);
    assert.deepEqual([withPart.asked, withPart.bytes], [[0, 400, 0], OTHER]);
    const withWhole = await downloaded([(first) => answer(FILE, '"a"', first, 400), () => answer(OTHER, '"b"', 0)]);
    assert.deepEqual([withWhole.asked, withWhole.bytes], [[0, 400], OTHER]);
  });

  it('ends with what the station refuses, and with the wish to stop', async () => {
    const refused = new Error('refused');
    await assert.rejects(
      downloaded([
        () => {
          throw refused;
        },
      ]),
      refused,
    );
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
