import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DownloadOptions, DownloadProgress } from '../src/file-download.ts';
import { KitestringClient } from '../src/kitestring-client.ts';
import { refusal, settle, TestPlatform } from './test-platform.ts';

const FILE = { recording_id: '20260301_103000_+0100', file_id: 'main.mp4' };
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** An answer that breaks off after these chunks, or stalls; its file has ten bytes. */
function part(chunks: readonly string[], end: 'whole' | 'breaks' | 'stalls', first = 0, etag = '"1"'): Response {
  const left = [...chunks];
  const body = new ReadableStream({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(bytes(chunk));
      else if (end === 'whole') controller.close();
      else if (end === 'breaks') controller.error(new Error('ECONNRESET'));
      else return new Promise(() => {});
    },
  });
  const range = first > 0 && { 'content-range': `bytes ${first}-9/10` };
  const headers = { etag, 'content-type': 'video/mp4', 'content-length': String(10 - first), ...range };
  return new Response(body, { status: first > 0 ? 206 : 200, headers });
}

function start(...answers: Response[]) {
  const platform = new TestPlatform();
  platform.answers.push(...answers);
  const client = new KitestringClient({ url: 'http://station', token: 't', platform });
  return { platform, download: (options: DownloadOptions = {}) => client.recordings.download(FILE, options) };
}

const textOf = (stream: ReadableStream): Promise<string> => new Response(stream).text();

describe('the download of a file', () => {
  it('is a stream with the size, version and type of the file, and tells how much has come', async () => {
    const { download } = start(part(['01234', '56789'], 'whole'));
    const progress: DownloadProgress[] = [];
    const { etag, mediaType, stream, totalBytes } = await download({ onProgress: (now) => progress.push(now) });
    assert.deepEqual({ etag, mediaType, totalBytes }, { etag: '"1"', mediaType: 'video/mp4', totalBytes: 10 });
    assert.equal(await textOf(stream), '0123456789');
    assert.deepEqual(progress, [
      { bytes: 5, totalBytes: 10 },
      { bytes: 10, totalBytes: 10 },
    ]);
  });

  it('goes on where it broke, and says that it broke', async () => {
    const { download, platform } = start(part(['0123'], 'breaks'), part(['456789'], 'whole', 4));
    const broken: unknown[] = [];
    const { stream } = await download({ onBroken: (error) => broken.push(error?.code) });
    const text = textOf(stream);
    await settle();
    assert.equal(platform.nextTimerMs, 250);
    await platform.advance(250);
    assert.equal(await text, '0123456789');
    assert.deepEqual(broken, ['UNREACHABLE', undefined]);
    assert.deepEqual(
      platform.sent.map(({ range }) => range),
      [undefined, 'bytes=4-'],
    );
  });

  it('goes on when no byte has come for 15 s, or the body ended too early', async () => {
    const { download, platform } = start(
      part(['0123'], 'stalls'),
      part(['45'], 'whole', 4),
      part(['6789'], 'whole', 6),
    );
    const { stream } = await download();
    const text = textOf(stream);
    await settle();
    await platform.advance(15_000);
    await platform.advance(250);
    await platform.advance(250);
    assert.equal(await text, '0123456789');
  });

  it('is refused when the file has changed meanwhile, whether it was broken or is resumed later', async () => {
    const { download, platform } = start(part(['0123'], 'breaks'), part(['456789'], 'whole', 4, '"2"'));
    const { stream } = await download();
    const failed = assert.rejects(textOf(stream), { name: 'FileChangedError' });
    await settle();
    await platform.advance(250);
    await failed;
    const later = start(part(['456789'], 'whole', 4, '"2"'), part(['456789'], 'whole', 4));
    await assert.rejects(later.download({ firstByte: 4, etag: '"1"' }), { name: 'FileChangedError' });
    const resumed = await later.download({ firstByte: 4, etag: '"1"' });
    assert.equal(await textOf(resumed.stream), '456789');
    assert.equal(resumed.totalBytes, 10);
  });

  it('fetches nothing ahead of its reader', async () => {
    const { download } = start(part(Array(10).fill('0'), 'whole'));
    const progress: number[] = [];
    const { stream } = await download({ onProgress: ({ bytes: count }) => progress.push(count) });
    await settle();
    assert.deepEqual(progress, []);
    const reader = stream.getReader();
    await reader.read();
    await settle();
    assert.deepEqual(progress, [1]);
    await reader.cancel();
  });

  it('ends at once where the station asks to wait beyond its deadline', async () => {
    const { download, platform } = start(
      part(['0123'], 'breaks'),
      refusal(503, 'OVERLOADED', { 'retry-after': '600' }),
    );
    const failed = assert.rejects(textOf((await download()).stream), { status: 503, retryAfterMs: 600_000 });
    await settle();
    await platform.advance(250);
    await failed;
  });

  it('ends with a refusal, with the reason of its signal, and after its deadline', async () => {
    const refused = start(part(['0123'], 'breaks'), refusal(404, 'RECORDING_NOT_FOUND'));
    const failed = assert.rejects(textOf((await refused.download()).stream), { code: 'RECORDING_NOT_FOUND' });
    await settle();
    await refused.platform.advance(250);
    await failed;
    const stop = new AbortController();
    const stopped = start(part(['0123'], 'breaks'));
    const ended = assert.rejects(textOf((await stopped.download({ signal: stop.signal })).stream), /enough/);
    await settle();
    stop.abort(new Error('enough'));
    await ended;
    const late = start(part(['0123'], 'stalls'));
    const given = assert.rejects(textOf((await late.download({ giveUpMs: 10_000 })).stream), { code: 'TIMEOUT' });
    await settle();
    await late.platform.advance(15_000);
    await given;
  });
});
