import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { concat } from '../src/fmp4/box.ts';
import { Fragmenter } from '../src/fmp4/fragmenter.ts';
import { initSegment } from '../src/fmp4/init-segment.ts';
import { readBoxes, viewOf } from '../src/fmp4/read-boxes.ts';
import { finishFile } from '../src/record/finish-file.ts';
import { FragmentFile } from '../src/record/fragment-file.ts';
import { CLIP_SETS, clipUnit } from './support/clip.ts';
import { demuxed } from './support/demuxed.ts';
import { framesFrom, probe, WITHOUT_FFPROBE } from './support/ffprobe.ts';

const folder = mkdtempSync(join(tmpdir(), 'kitestring-mp4-'));
after(() => rmSync(folder, { recursive: true }));

/** Time of the first picture. */
const BEGIN_MS = 1_764_000_000_000;
/** The same in the time of a station that runs ahead. */
const STATION_US = 1_765_000_000_000_123;
const HEAD = initSegment({
  size: { widthPx: 160, heightPx: 120 },
  sets: CLIP_SETS,
  createdUs: 1_764_000_000e6,
  stationUs: STATION_US,
});
/** When a file began, by both clocks. */
const BEGUN = { startMs: BEGIN_MS, stationStartUs: STATION_US };

/** A file of fragments as a recorder leaves it when it is killed. */
function unfinished(name: string, pictures: number): { path: string; pieces: Uint8Array[] } {
  const fragmenter = new Fragmenter({ sets: CLIP_SETS, framesPerS: 30, fragmentS: 0.5 });
  const fragments = Array.from({ length: pictures }, (_, index) => fragmenter.push(clipUnit(index)));
  const pieces = [HEAD, ...[...fragments, fragmenter.flush()].filter((piece) => piece !== undefined)];
  const path = join(folder, name);
  writeFileSync(path, concat(...pieces));
  return { path, pieces };
}

/** Data of a picture of the clip in a file: its NAL units without the parameter sets, each after its length. */
function sample(index: number): Buffer {
  const nals = clipUnit(index).nals.filter((nal) => ![7, 8].includes((nal[0] ?? 0) & 31));
  return Buffer.concat(
    nals.flatMap((nal) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(nal.length);
      return [length, nal];
    }),
  );
}

/** Every picture at its time, whole, as another library reads them. */
async function assertHolds(path: string, pictures: number): Promise<void> {
  const { codec, durationS, heightPx, widthPx, ...read } = await demuxed(path);
  assert.deepEqual({ codec, heightPx, widthPx }, { codec: 'avc1.42c00b', heightPx: 120, widthPx: 160 });
  assert.ok(Math.abs(durationS - pictures / 30) < 1e-6, `${durationS} s`);
  assert.equal(read.pictures.length, pictures);
  for (const [index, { atS, bytes, isKey }] of read.pictures.entries()) {
    assert.ok(Math.abs(atS - index / 30) < 1e-6, `picture ${index} at ${atS} s`);
    assert.equal(isKey, clipUnit(index).isKeyFrame, `picture ${index}`);
    assert.deepEqual(Buffer.from(bytes), sample(index), `picture ${index}`);
  }
}

describe('a file of fragments', () => {
  it('is read by another library, each picture whole and at its time', async () => {
    await assertHolds(unfinished('read.mp4', 100).path, 100);
  });

  it('is sought in by another library when it is finished', async () => {
    const { path } = unfinished('read-finished.mp4', 150);
    await finishFile(path);
    const { keyBefore } = await demuxed(path);
    assert.deepEqual(await Promise.all([0, 0.9, 1, 3.4, 4.9].map(keyBefore)), [0, 0, 1, 3, 4]);
  });

  it('plays as it is', { skip: WITHOUT_FFPROBE }, () => {
    const { path } = unfinished('growing.mp4', 100);
    const { codec, complaints, durationS, frames, heightPx, widthPx } = probe(path);
    assert.deepEqual(
      { codec, complaints, frames, heightPx, widthPx },
      { codec: 'h264', complaints: '', frames: 100, heightPx: 120, widthPx: 160 },
    );
    assert.ok(Math.abs(durationS - 100 / 30) < 0.001, `${durationS}`);
  });

  it('becomes an ordinary one whose tables name each picture', async () => {
    const { path } = unfinished('finished.mp4', 100);
    assert.deepEqual(await finishFile(path), { state: 'finished', ...BEGUN, durationS: 100 / 30 });
    await assertHolds(path, 100);
    const bytes = readFileSync(path);
    // One large piece of data, and its tables behind it: no player needs the fragments.
    const start = viewOf(bytes).getUint32(0);
    const tail = readBoxes(bytes.subarray(start + Number(viewOf(bytes).getBigUint64(start + 8))));
    assert.deepEqual(
      [...readBoxes(bytes.subarray(0, start)), ...tail].map(({ type }) => type),
      ['ftyp', 'moov'],
    );
    const times = { ...BEGUN, durationS: 100 / 30 };
    assert.deepEqual(await finishFile(path), { state: 'untouched', times }, 'a finished one says when it was made');
    assert.deepEqual(readFileSync(path), bytes);
  });

  it('plays and seeks when it is finished', { skip: WITHOUT_FFPROBE }, async () => {
    const { path } = unfinished('seek.mp4', 150);
    await finishFile(path);
    const { complaints, durationS, frames } = probe(path);
    assert.deepEqual({ complaints, durationS, frames }, { complaints: '', durationS: 5, frames: 150 });
    assert.equal(framesFrom(path, 3), 60);
  });

  it('keeps all whole fragments, wherever it was cut', async () => {
    const { path, pieces } = unfinished('whole.mp4', 60);
    const whole = readFileSync(path);
    const cut = join(folder, 'cut.mp4');
    const ends = pieces.map((_, index) => pieces.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0));
    const step = Math.max(1, Math.floor(whole.length / 300));
    for (let length = 0; length <= whole.length; length += step) {
      copyFileSync(path, cut);
      truncateSync(cut, length);
      const fragments = ends.filter((end) => end <= length).length - 1;
      const outcome = await finishFile(cut);
      if (fragments <= 0) assert.equal(outcome.state, 'removed', `${length}`);
      else assert.equal((await demuxed(cut)).pictures.length, fragments * 15, `${length}`);
    }
  });

  it('leaves out an end that the disk never wrote', async () => {
    const { path, pieces } = unfinished('zeros.mp4', 45);
    const bytes = readFileSync(path);
    bytes.fill(0, bytes.length - Math.floor((pieces.at(-1)?.length ?? 0) / 2));
    writeFileSync(path, bytes);
    await finishFile(path);
    assert.equal((await demuxed(path)).pictures.length, 30);
  });

  it('is finished again after a kill between the two writes', async () => {
    const { path } = unfinished('between.mp4', 45);
    const before = readFileSync(path);
    await finishFile(path);
    const finished = readFileSync(path);
    const between = Buffer.from(finished);
    before.copy(between, 0, 0, HEAD.length);
    writeFileSync(path, between);
    assert.equal((await finishFile(path)).state, 'finished');
    assert.deepEqual(readFileSync(path), finished);
  });

  it('goes on in the same file, with the gap that there was', async () => {
    const { path } = unfinished('resumed.mp4', 45);
    truncateSync(path, readFileSync(path).length - 7);
    const { file, from } = await FragmentFile.reopen(path, (fault) => assert.fail(String(fault)));
    assert.deepEqual([from.sequence, from.time], [3, 90_000]);
    const fragmenter = new Fragmenter({ sets: CLIP_SETS, framesPerS: 30, fragmentS: 0.5, from });
    for (let index = 90; index < 120; index++) {
      const fragment = fragmenter.push({ ...clipUnit(index), rtpTime: index * 3000 - 1e6 });
      if (fragment !== undefined) file.append(fragment);
    }
    file.append(fragmenter.flush() ?? assert.fail());
    await file.close();
    assert.deepEqual(await finishFile(path), { state: 'finished', ...BEGUN, durationS: 4 });
    const { pictures } = await demuxed(path);
    assert.equal(pictures.length, 60);
    assert.deepEqual(
      [28, 29, 30, 31].map((index) => Math.round((pictures[index]?.atS ?? 0) * 30)),
      [28, 29, 90, 91],
      'the last picture before the gap fills it',
    );
  });
});
