import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { concat, Fragmenter, initSegment } from '@kitestring/video-process/fmp4';
import { finishFile } from '@kitestring/video-process/record';
import { CLIP_SETS, clipUnit, HEVC_FILM } from '@kitestring/video-process/test/support';
import { isGapAt, nextPictureS, partFor, readFragmentIndex, UnfinishedRecordingFault } from './fragment-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'kitestring-film-'));
after(() => rmSync(folder, { recursive: true }));

const headOf = (sets: typeof CLIP_SETS): Uint8Array =>
  initSegment({ size: { widthPx: 160, heightPx: 120 }, sets, createdUs: 1_764_000_000e6, hasText: true });
const HEAD = headOf(CLIP_SETS);

/** A film as the recorder writes it, before and after its end. */
function fragments(pictures: number, film?: typeof HEVC_FILM): Uint8Array[] {
  const fragmenter = new Fragmenter({ sets: film?.sets ?? CLIP_SETS, framesPerS: 30, fragmentS: 0.4 });
  const pieces = Array.from({ length: pictures }, (_, index) =>
    fragmenter.push(clipUnit(index, undefined, index, film), undefined, `text ${index}`),
  );
  return [...pieces, fragmenter.flush()].filter((piece) => piece !== undefined);
}

const indexOf = (bytes: Uint8Array) => readFragmentIndex(async (first, last) => bytes.subarray(first, last + 1));

async function finished(pictures: number, film?: typeof HEVC_FILM): Promise<Uint8Array> {
  const path = join(folder, `${pictures}.mp4`);
  writeFileSync(path, concat(headOf(film?.sets ?? CLIP_SETS), ...fragments(pictures, film)));
  await finishFile(path);
  return readFileSync(path);
}

describe('readFragmentIndex', () => {
  it('finds the fragments of which the film was made, byte for byte', async () => {
    const bytes = await finished(150);
    const { parts } = await indexOf(bytes);
    const found = parts.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)));
    assert.deepEqual(found, fragments(150).map(Buffer.from));
  });

  it('knows how long the film is, when each part begins and with which a player can begin', async () => {
    const { codec, durationS, parts } = await indexOf(await finished(150));
    assert.ok(Math.abs(durationS - 5) < 0.1, `${durationS} s`);
    assert.match(codec, /^avc1\.[0-9a-f]{6}$/);
    assert.equal(parts[0]?.timeS, 0);
    assert.equal(parts[0]?.isStart, true);
    for (const [index, { timeS }] of parts.entries()) assert.ok(timeS >= (parts[index - 1]?.timeS ?? 0));
  });

  it('says of H.265 by which name browsers know whether they can', async () => {
    const { codec, durationS } = await indexOf(await finished(60, HEVC_FILM));
    assert.deepEqual([codec, Math.round(durationS)], ['hvc1.1.6.L60.90', 2]);
  });

  it('gives a head that a player can begin with: type and track, without the block of data', async () => {
    const { head } = await indexOf(await finished(30));
    const text = Buffer.from(head).toString('latin1');
    assert.match(text, /ftyp[\s\S]*moov[\s\S]*avcC[\s\S]*mvex/);
    assert.doesNotMatch(text, /mdat/);
  });

  it('refuses a film that is not finished, and a file that is none', async () => {
    await assert.rejects(indexOf(concat(HEAD, ...fragments(30))), UnfinishedRecordingFault);
    await assert.rejects(indexOf(new Uint8Array(100)), /no film/);
  });
});

describe('partFor', () => {
  const part = (timeS: number, isStart: boolean) => ({ from: 0, to: 1, timeS, isStart });
  const parts = [part(0, true), part(0.4, false), part(2, true), part(2.4, false)];
  const index = { head: new Uint8Array(), codec: '', durationS: 3, parts, pictureTimesS: new Float64Array() };
  for (const [timeS, found] of [
    [0, 0],
    [1.9, 0],
    [2, 2],
    [2.9, 2],
    [99, 2],
  ] as const) {
    it(`begins with part ${found} for ${timeS} s`, () => assert.equal(partFor(index, timeS), found));
  }
});

describe('the pictures of a film', () => {
  const common = { head: new Uint8Array(), codec: '', parts: [] };
  const index = { ...common, durationS: 6, pictureTimesS: new Float64Array([0, 0.04, 0.08, 5, 5.04]) };

  it('follow one another forward and back, and end at both ends', () => {
    assert.equal(nextPictureS(index, 0.05, 1), 0.08);
    assert.equal(nextPictureS(index, 0.0799, 1), 5, 'rounded by a browser');
    assert.equal(nextPictureS(index, 0.05, -1), 0);
    assert.equal(nextPictureS(index, 0.01, -1), undefined);
    assert.equal(nextPictureS(index, 5.5, 1), undefined);
  });

  it('are missing where one stands for more than a second', () => {
    assert.deepEqual(
      [0.05, 0.2, 2, 4.99, 5.02].map((timeS) => isGapAt(index, timeS)),
      [false, false, true, true, false],
    );
  });
});
