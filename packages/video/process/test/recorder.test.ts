import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, watch } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { RecorderReport } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import type { EncodedSource, FrameSize } from '../src/access-unit.ts';
import { scanFile } from '../src/fmp4/scan.ts';
import { fileSource } from '../src/record/file-source.ts';
import { finishFile } from '../src/record/finish-file.ts';
import { Recorder } from '../src/record/recorder.ts';
import { ClipSource } from './support/clip.ts';
import { demuxed } from './support/demuxed.ts';
import { findGaps, probe, WITHOUT_FFPROBE } from './support/ffprobe.ts';

const TRACKS = [
  { streamId: 'zoom', fileId: 'main.mp4' },
  { streamId: 'thermal', fileId: 'sub.mp4' },
];

class Bench implements AsyncDisposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'kitestring-recorder-'));
  readonly sources = new Map<string, EncodedSource>();
  readonly reports: RecorderReport[] = [];
  #read = 0;
  #nowMs = 1_764_000_000_000;
  #wake: () => void = () => {};
  readonly recorder: Recorder = new Recorder({
    directory: { find: (id) => this.sources.get(id), list: () => [...this.sources.values()] },
    report: (report) => {
      this.reports.push(report);
      this.#wake();
    },
    nowMs: () => this.#nowMs,
    textAt: (streamId, { rtpTime }) => `Lat:46.5000000 Lon:11.3500000 ${streamId} ${rtpTime}`,
  });

  add(id: string, size?: FrameSize): ClipSource {
    const source = new ClipSource(id, this.#nowMs, size);
    this.sources.set(id, source);
    return source;
  }

  pass(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }

  start(folder = this.folder): void {
    this.recorder.handle({ act: 'start', recordingId: 'one', folder, tracks: TRACKS });
  }

  /** The first report that was not read yet. */
  async next(): Promise<RecorderReport> {
    const at = this.#read++;
    while (this.reports.length <= at) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.reports[at] as RecorderReport;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.recorder.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** The recorder follows a source when it has made its file. */
async function followed(...sources: readonly ClipSource[]): Promise<void> {
  while (sources.some(({ watchers }) => watchers === 0)) await after(1);
}

/** Waits until so many pictures are on the disk, in fragments of a file whose head is there. */
async function written(path: string, pictures: number): Promise<void> {
  const watcher = watch(path);
  try {
    for (;;) {
      const changed = once(watcher, 'change');
      await using file = await open(path);
      const { chunks } = await scanFile(await fileSource(file));
      if (chunks.reduce((sum, { durations }) => sum + durations.length, 0) >= pictures) return;
      await changed;
    }
  } finally {
    watcher.close();
  }
}

describe('the recorder', () => {
  it('writes each stream into its file, and has completed them when it says so', {
    skip: WITHOUT_FFPROBE,
  }, async () => {
    await using bench = new Bench();
    const [zoom, thermal] = [bench.add('zoom'), bench.add('thermal')];
    bench.start();
    await followed(zoom, thermal);
    zoom.push(100);
    thermal.push(61);
    bench.recorder.handle({ act: 'stop', recordingId: 'one' });
    assert.deepEqual(await bench.next(), { what: 'begun', recordingId: 'one' });
    assert.deepEqual(await bench.next(), { what: 'ended', recordingId: 'one', end: 'stopped', reason: '' });
    const found = ['main.mp4', 'sub.mp4'].map((name) => probe(join(bench.folder, name)));
    assert.deepEqual(
      found.map(({ complaints, durationS, frames }) => ({ complaints, durationS: durationS.toFixed(3), frames })),
      [
        { complaints: '', durationS: '3.333', frames: 100 },
        { complaints: '', durationS: '2.033', frames: 61 },
      ],
    );
    assert.equal(zoom.watchers + thermal.watchers, 0, 'nobody needs the sources any more');
  });

  it('says that it has begun when a kill would leave its first picture', async () => {
    await using bench = new Bench();
    const zoom = bench.add('zoom');
    const left = bench.next().then(async (report) => {
      cpSync(join(bench.folder, 'main.mp4'), join(bench.folder, 'left.mp4'));
      return { report, ...(await finishFile(join(bench.folder, 'left.mp4'))) };
    });
    bench.start();
    await followed(zoom);
    zoom.push(2);
    const { report, state } = await left;
    assert.deepEqual([report.what, state], ['begun', 'finished']);
  });

  it('goes on with a stream that was lost, in the same file', { skip: WITHOUT_FFPROBE }, async () => {
    await using bench = new Bench();
    const zoom = bench.add('zoom');
    bench.start();
    await followed(zoom);
    zoom.push(30);
    zoom.end();
    bench.pass(3);
    const again = bench.add('zoom');
    await followed(again);
    again.push(30);
    await bench.recorder.stop();
    const { complaints, durationS, frames } = probe(join(bench.folder, 'main.mp4'));
    assert.deepEqual(
      { complaints, durationS: durationS.toFixed(2), frames },
      { complaints: '', durationS: '4.00', frames: 60 },
    );
  });

  it('goes on in another file with a stream that is back in another size', { skip: WITHOUT_FFPROBE }, async () => {
    await using bench = new Bench();
    const sizes = [undefined, { widthPx: 320, heightPx: 240 }, { widthPx: 160, heightPx: 120 }];
    for (const size of sizes) {
      const zoom = bench.add('zoom', size);
      if (size === undefined) bench.start();
      await followed(zoom);
      zoom.push(30);
      zoom.end();
      bench.pass(1);
    }
    await bench.recorder.stop();
    const files = ['main.mp4', 'main-2.mp4', 'main-3.mp4'];
    assert.deepEqual(readdirSync(bench.folder).toSorted(), files.toSorted());
    for (const name of files) {
      const { complaints, frames } = probe(join(bench.folder, name));
      assert.deepEqual({ complaints, frames }, { complaints: '', frames: 30 });
    }
  });

  it('ends by itself when no stream gives a picture for 15 s', async () => {
    await using bench = new Bench();
    const zoom = bench.add('zoom');
    bench.start();
    await followed(zoom);
    zoom.push(10);
    await bench.next();
    bench.pass(15.1);
    assert.deepEqual(await bench.next(), {
      what: 'ended',
      recordingId: 'one',
      end: 'no_pictures',
      reason: 'no picture has come for 15 s',
    });
  });

  it('waits 30 s for the first picture: on a machine that does much else its sources take long to start', async () => {
    await using bench = new Bench();
    bench.add('zoom');
    bench.start();
    bench.pass(29.9);
    bench.pass(0.2);
    assert.deepEqual(await bench.next(), {
      what: 'ended',
      recordingId: 'one',
      end: 'no_pictures',
      reason: 'no picture has come for 30 s',
    });
  });

  it('says that it cannot write where there is no folder', async () => {
    await using bench = new Bench();
    bench.add('zoom');
    bench.start(join(bench.folder, 'missing'));
    const report = await bench.next();
    assert.ok(report.what === 'ended' && report.end === 'write_error', JSON.stringify(report));
    assert.match(report.reason, /ENOENT/);
  });
});

describe('a recording on a file system that becomes full', { skip: WITHOUT_SMALL_DISKS }, () => {
  it('ends cleanly, says why, and plays', { skip: WITHOUT_FFPROBE }, async () => {
    await using bench = new Bench();
    const small = join(bench.folder, 'small');
    using _disk = new SmallDisk(small, 1);
    const zoom = bench.add('zoom');
    bench.start(small);
    await followed(zoom);
    const ended = new Promise<RecorderReport>(
      (resolve) => void bench.next().then(async () => resolve(await bench.next())),
    );
    for (let seconds = 0; seconds < 200 && bench.reports.length < 2; seconds++) {
      zoom.push(30);
      await after(2);
    }
    const report = await ended;
    assert.ok(report.what === 'ended' && report.end === 'disk_full', JSON.stringify(report));
    const { complaints, frames } = probe(join(small, 'main.mp4'));
    const { size } = statSync(join(small, 'main.mp4'));
    assert.equal(complaints, '');
    // A second of the film in fragments has 15.3 kB, with texts and time stamps.
    assert.ok(frames > (size / 15_500 - 1) * 30, `${frames} pictures in ${size} bytes`);
    assert.ok(size > 900_000, `${size}`);
  });
});

describe('a recorder that is killed', () => {
  it('has lost what was not yet a fragment, and the next one leaves a gap as long as it was away', {
    skip: WITHOUT_FFPROBE,
  }, async () => {
    await using killed = new Bench();
    const [zoom, film] = [killed.add('zoom'), join(killed.folder, 'main.mp4')];
    killed.start();
    await followed(zoom);
    zoom.push(30);
    await killed.next();
    // One picture, then two fragments of 0.4 s: five pictures of the second still wait.
    await written(film, 1 + 2 * 12);
    await using next = new Bench();
    cpSync(film, join(next.folder, 'main.mp4'));
    next.pass(7);
    const again = next.add('zoom');
    next.start();
    await followed(again);
    again.push(30);
    await next.recorder.stop();
    const { complaints, durationS, frames } = probe(join(next.folder, 'main.mp4'));
    assert.deepEqual(
      { complaints, durationS: durationS.toFixed(2), frames },
      { complaints: '', durationS: '8.00', frames: 25 + 30 },
    );
    const gaps = findGaps(join(next.folder, 'main.mp4')).filter((gapS) => gapS > 0.04);
    assert.deepEqual(
      gaps.map((gapS) => gapS.toFixed(2)),
      ['6.20'],
    );
  });

  it('loses less than a second, whenever it happens', async () => {
    for (const pictures of [31, 35, 61]) {
      using folder = new TestFolder();
      const args = [folder.path, `${pictures}`];
      const child = fork(join(import.meta.dirname, 'support/recording-process.ts'), args, { execArgv: [] });
      const exited = once(child, 'exit');
      await once(child, 'message');
      // The disk may be slow, but needs no further picture to have all but the last second.
      const files = ['main.mp4', 'sub.mp4'].map((name) => folder.file(name));
      for (const file of files) await written(file, pictures - 29);
      child.kill('SIGKILL');
      await exited;
      for (const file of files) {
        await finishFile(file);
        const lost = pictures - (await demuxed(file)).pictures.length;
        assert.ok(lost < 30, `${file}: ${lost} of ${pictures} pictures lost`);
      }
    }
  });
});
