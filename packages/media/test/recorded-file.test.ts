import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { concat } from '../src/fmp4/box.ts';
import { Fragmenter } from '../src/fmp4/fragmenter.ts';
import { initSegment } from '../src/fmp4/init-segment.ts';
import { boxAt, readBoxes, viewOf } from '../src/fmp4/read-boxes.ts';
import { finishFile } from '../src/record/finish-file.ts';
import { FragmentFile } from '../src/record/fragment-file.ts';
import { framesFrom, probe, WITHOUT_FFPROBE } from './support/ffprobe.ts';
import { FILM_SETS, filmUnit } from './support/film.ts';

const folder = mkdtempSync(join(tmpdir(), 'kitestring-mp4-'));
after(() => rmSync(folder, { recursive: true }));

/** Of the first picture. */
const BEGIN_MS = 1_764_000_000_000;
const HEAD = initSegment({ size: { widthPx: 160, heightPx: 120 }, sets: FILM_SETS, createdUs: 1_764_000_000e6 });

/** A file of fragments as a recorder leaves it when it is killed. */
function unfinished(name: string, pictures: number): { path: string; pieces: Uint8Array[] } {
  const fragmenter = new Fragmenter({ sets: FILM_SETS, framesPerS: 30, fragmentS: 0.5 });
  const fragments = Array.from({ length: pictures }, (_, index) => fragmenter.push(filmUnit(index)));
  const pieces = [HEAD, ...[...fragments, fragmenter.flush()].filter((piece) => piece !== undefined)];
  const path = join(folder, name);
  writeFileSync(path, concat(...pieces));
  return { path, pieces };
}

/** The tables of a finished file: offset, size and duration of every sample, read as a player does. */
function samplesOf(path: string): { offset: number; size: number; duration: number }[] {
  const bytes = readFileSync(path);
  const start = viewOf(bytes).getUint32(0);
  assert.deepEqual(
    readBoxes(bytes.subarray(0, start)).map(({ type }) => type),
    ['ftyp'],
  );
  const dataLength = Number(viewOf(bytes).getBigUint64(start + 8));
  const tail = readBoxes(bytes.subarray(start + dataLength));
  assert.deepEqual(
    tail.map(({ type }) => type),
    ['moov'],
  );
  const tables = boxAt(tail[0]?.content as Uint8Array, 'trak', 'mdia', 'minf', 'stbl');
  const words = (type: string) => {
    const view = viewOf(boxAt(tables, type));
    return Array.from({ length: view.byteLength / 4 - 1 }, (_, index) => view.getUint32(index * 4 + 4));
  };
  const [, count, ...sizes] = words('stsz');
  assert.equal(sizes.length, count);
  const durations: number[] = [];
  const [, ...times] = words('stts');
  for (let at = 0; at < times.length; at += 2) durations.push(...new Array(times[at]).fill(times[at + 1]));
  const [, ...rows] = words('stsc');
  const [, ...chunks] = words('stco');
  const samples: { offset: number; size: number; duration: number }[] = [];
  for (const [chunk, begin] of chunks.entries()) {
    let offset = begin;
    let perChunk = 0;
    for (let at = 0; at < rows.length; at += 3) if ((rows[at] ?? 0) <= chunk + 1) perChunk = rows[at + 1] ?? 0;
    for (let left = perChunk; left > 0; left--) {
      const index = samples.length;
      const size = sizes[index] ?? 0;
      samples.push({ offset, size, duration: durations[index] ?? 0 });
      offset += size;
    }
  }
  assert.equal(samples.length, count);
  assert.equal(durations.length, count);
  return samples;
}

describe('a file of fragments', () => {
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
    assert.deepEqual(await finishFile(path), { state: 'finished', startMs: BEGIN_MS, durationS: 100 / 30 });
    const bytes = readFileSync(path);
    const samples = samplesOf(path);
    assert.equal(samples.length, 100);
    for (const [index, { duration, offset, size }] of samples.entries()) {
      const nals = filmUnit(index).nals.filter((nal) => ![7, 8].includes((nal[0] ?? 0) & 31));
      assert.equal(duration, 3000);
      assert.equal(
        size,
        nals.reduce((sum, nal) => sum + nal.length + 4, 0),
      );
      assert.deepEqual(bytes.subarray(offset + size - 20, offset + size), Buffer.from(nals.at(-1)?.slice(-20) ?? []));
    }
    const times = { startMs: BEGIN_MS, durationS: 100 / 30 };
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
      else assert.equal(samplesOf(cut).length, fragments * 15, `${length}`);
    }
  });

  it('leaves out an end that the disk never wrote', async () => {
    const { path, pieces } = unfinished('zeros.mp4', 45);
    const bytes = readFileSync(path);
    bytes.fill(0, bytes.length - Math.floor((pieces.at(-1)?.length ?? 0) / 2));
    writeFileSync(path, bytes);
    await finishFile(path);
    assert.equal(samplesOf(path).length, 30);
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
    const fragmenter = new Fragmenter({ sets: FILM_SETS, framesPerS: 30, fragmentS: 0.5, from });
    for (let index = 90; index < 120; index++) {
      const fragment = fragmenter.push({ ...filmUnit(index), rtpTime: index * 3000 - 1e6 });
      if (fragment !== undefined) file.append(fragment);
    }
    file.append(fragmenter.flush() ?? assert.fail());
    await file.close();
    assert.deepEqual(await finishFile(path), { state: 'finished', startMs: BEGIN_MS, durationS: 4 });
    const samples = samplesOf(path);
    assert.equal(samples.length, 60);
    assert.ok(Math.abs((samples[29]?.duration ?? 0) - 3000 * 61) <= 1, 'the last picture before the gap fills it');
  });
});
