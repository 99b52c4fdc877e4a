import assert from 'node:assert/strict';
import { once } from 'node:events';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { AccessUnit, VideoConsumer } from '../src/access-unit.ts';
import { NAL, nalType } from '../src/encode/nal-units.ts';
import { endThread, threadsEnded } from '../src/source/end-thread.ts';
import type { FrameTruth } from '../src/source/frame-truth.ts';
import type { PictureState } from '../src/source/scene-state.ts';
import { SourcePool, type StreamsState } from '../src/source/source-pool.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { SCENE } from './support/still-scene.ts';

const skip = missingCodecs();

const STATE: StreamsState = {
  cameraModel: 'Camera 1st Generation',
  seed: 1,
  streams: [
    { id: 'color', isUp: true, controls: { zoom: 1 }, masks: [] },
    { id: 'thermal', isUp: true, controls: { zoom: 1, palette: 'WhiteHot' }, masks: [] },
  ],
};

/** Keeps what it gets, and can be waited for. */
class Viewer implements VideoConsumer {
  readonly units: AccessUnit[] = [];
  hasEnded = false;
  #wake: () => void = () => {};

  readonly onAccessUnit = (unit: AccessUnit) => {
    this.units.push(unit);
    this.#wake();
  };

  readonly onEnd = () => {
    this.hasEnded = true;
    this.#wake();
  };

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  has(count: number): Promise<void> {
    return this.until(() => this.units.length >= count);
  }
}

class Pool implements Disposable {
  readonly demands: string[] = [];
  readonly troubles: string[] = [];
  readonly poses: PictureState['pose'][] = [];
  onTruth: (truth: FrameTruth) => void = () => {};
  readonly pool: SourcePool = new SourcePool({
    onDemand: (ids) => {
      this.demands.push(ids.join(','));
      if (ids.length > 0) this.pool.setScene(SCENE);
    },
    onPicture: (_, { pose }) => this.poses.push(pose),
    onTruth: (_, truth) => this.onTruth(truth),
    onCamera: () => {},
    onTrouble: (reason) => this.troubles.push(reason),
  });

  constructor(state = STATE) {
    this.pool.configure(state);
  }

  source(id: string) {
    const source = this.pool.find(id);
    if (source === undefined) throw new Error(`no stream ${id}`);
    return source;
  }

  [Symbol.dispose](): void {
    this.pool.end();
  }
}

describe('the sources of a camera', { skip }, () => {
  // A busy machine may take longer for a first picture than a thread has until it counts as hung, and is started again.
  beforeEach((t) => (t as TestContext).mock.timers.enable({ apis: ['setTimeout'] }));

  it('work only while somebody takes part, begin with a key frame, and keep time', async () => {
    using made = new Pool();
    const thermal = made.source('thermal');
    const viewer = new Viewer();
    const leave = thermal.attach(viewer);
    await viewer.has(12);
    assert.deepEqual(viewer.units[0]?.nals.map(nalType), [NAL.sps, NAL.pps, NAL.keySlice]);
    const sets = await thermal.parameterSets();
    assert.deepEqual(Buffer.from(viewer.units[0]?.nals[0] ?? []), Buffer.from(sets.sps));
    const times = viewer.units.map(({ rtpTime }) => rtpTime);
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    );
    assert.equal(viewer.units[0]?.takenUs, SCENE.timeUs);
    assert.deepEqual(made.poses[0], SCENE.reported, 'what is measured, not what is');
    leave();
    leave();
    const count = thermal.counts.made;
    assert.equal(made.source('color').counts.made, 0);
    // While another one has pictures, this one has none.
    const other = new Viewer();
    made.source('color').attach(other);
    await other.has(6);
    assert.deepEqual([thermal.counts.made, viewer.units.length], [count, count]);
    assert.deepEqual(made.demands, ['thermal', '', 'color']);
    assert.deepEqual(made.troubles, []);
  });

  it('make a picture once for all, and begin with a key frame for each who joins', async () => {
    using made = new Pool();
    const thermal = made.source('thermal');
    const [first, second] = [new Viewer(), new Viewer()];
    thermal.attach(first);
    await first.has(4);
    thermal.attach(second);
    await second.has(4);
    assert.equal(second.units[0]?.isKeyFrame, true);
    assert.equal(first.units.includes(second.units[0] as AccessUnit), true);
    assert.equal(thermal.viewers, 2);
  });

  it('draw for objects alone no more pictures than asked for, and encode none', async () => {
    using made = new Pool();
    const thermal = made.source('thermal');
    const truths = async (count: number) => {
      const times: number[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      made.onTruth = ({ rtpTime }) => {
        if (times.push(rtpTime) === count) resolve();
      };
      await promise;
      return times.flatMap((time, index) => (index === 0 ? [] : [time - (times[index - 1] ?? 0)]));
    };
    made.pool.setTruth([{ streamId: 'thermal' }]);
    await truths(2);
    assert.equal(thermal.paceFramesPerS, thermal.framesPerS);
    made.pool.setTruth([{ streamId: 'thermal', framesPerS: 2 }]);
    assert.equal(thermal.paceFramesPerS, 2);
    await truths(2);
    const { made: before } = thermal.counts;
    await truths(2);
    // Two, unless a busy machine shifts the times of pictures against those of objects.
    assert.ok(thermal.counts.made - before <= 4, `${thermal.counts.made - before} pictures for two with objects`);
    assert.equal(thermal.counts.bytes, 0);
    const viewer = new Viewer();
    const leave = thermal.attach(viewer);
    assert.equal(thermal.paceFramesPerS, thermal.framesPerS);
    await viewer.has(4);
    assert.deepEqual(
      viewer.units.slice(0, 4).map(({ isKeyFrame }) => isKeyFrame),
      [true, false, false, false],
    );
    const [gap = 0] = await truths(2);
    assert.ok(gap > 90_000 / thermal.framesPerS, 'objects are not found out for each picture');
    leave();
    assert.equal(thermal.paceFramesPerS, 2);
  });

  it('find the same objects at the same places in a smaller picture while nobody watches', async () => {
    using made = new Pool();
    const next = () =>
      new Promise<FrameTruth>((resolve) => {
        made.onTruth = resolve;
      });
    // An object of the smaller picture has four pixels for one.
    const isWhole = ({ objects }: FrameTruth) => objects.some(({ areaPx }) => areaPx % 4 !== 0);
    made.pool.setTruth([{ streamId: 'color', framesPerS: 5 }]);
    await next();
    const sketch = await next();
    assert.equal(isWhole(sketch), false);
    made.pool.setTruth([{ streamId: 'color' }]);
    let whole = await next();
    while (!isWhole(whole)) whole = await next();
    assert.deepEqual([sketch.widthPx, sketch.heightPx], [whole.widthPx, whole.heightPx]);
    assert.ok(Math.abs(sketch.meanLuma - whole.meanLuma) < 2, `${sketch.meanLuma} and ${whole.meanLuma}`);
    const large = whole.objects.filter(({ areaPx, kind }) => areaPx > 200 && kind !== 'fire' && kind !== 'smoke');
    assert.ok(large.length > 3, `${large.length} large objects`);
    for (const { areaPx, box, id } of large) {
      const found = sketch.objects.find((object) => object.id === id) ?? assert.fail(`${id} of ${areaPx} pixels`);
      const away = (along: 'x' | 'y', side: 'width' | 'height') =>
        found.box[along] + found.box[side] / 2 - box[along] - box[side] / 2;
      assert.ok(Math.hypot(away('x', 'width'), away('y', 'height')) < 6, JSON.stringify([id, found.box, box]));
    }
  });

  it('end for everybody when the stream is lost, and are new when it is back', async () => {
    using made = new Pool();
    const viewer = new Viewer();
    const before = made.source('thermal');
    before.attach(viewer);
    await viewer.has(1);
    const lost = STATE.streams.map((stream) => ({ ...stream, isUp: stream.id !== 'thermal' }));
    made.pool.configure({ ...STATE, streams: lost });
    assert.equal(viewer.hasEnded, true);
    assert.equal(made.pool.find('thermal'), undefined);
    await assert.rejects(before.parameterSets());
    await assert.rejects(made.pool.snapshot('thermal', SCENE), /no stream thermal/);
    made.pool.configure(STATE);
    const again = new Viewer();
    made.source('thermal').attach(again);
    await again.has(1);
    assert.equal(again.units[0]?.isKeyFrame, true);
  });

  it('start a thread again that has no picture after a minute, not one that a starved machine starts slowly', (t) => {
    const troubles: string[] = [];
    const onTrouble = (reason: string) => troubles.push(reason);
    // Without a scene there is no picture.
    const pool = new SourcePool({
      onDemand: () => {},
      onPicture: () => {},
      onTruth: () => {},
      onCamera: () => {},
      onTrouble,
    });
    t.after(() => pool.end());
    pool.configure(STATE);
    pool.find('thermal')?.attach(new Viewer());
    for (const ms of [30_000, 29_999]) t.mock.timers.tick(ms);
    assert.deepEqual(troubles, []);
    t.mock.timers.tick(1);
    assert.deepEqual(troubles, ['the thread of thermal: no picture for 60000 ms']);
  });

  it('are others after another camera was attached', async () => {
    using made = new Pool();
    const viewer = new Viewer();
    made.source('color').attach(viewer);
    const streams = ['zoom', 'overview', 'thermal'].map((id) => ({ id, isUp: true, controls: { zoom: 1 }, masks: [] }));
    made.pool.configure({ cameraModel: 'Camera 2nd Generation IR Plus', seed: 1, streams });
    assert.equal(viewer.hasEnded, true);
    assert.deepEqual(
      made.pool.list().map(({ id, size }) => [id, size.widthPx, size.heightPx]),
      [
        ['zoom', 1920, 1080],
        ['overview', 1920, 1080],
        ['thermal', 640, 512],
      ],
    );
    assert.equal(made.pool.find('wide')?.id, 'overview');
  });

  it('go on for the others when one of them fails', async () => {
    using made = new Pool();
    const viewer = new Viewer();
    const thermal = made.source('thermal');
    thermal.attach({
      onAccessUnit: () => {
        throw new Error('too bad');
      },
      onEnd: () => {},
    });
    thermal.attach(viewer);
    await viewer.has(3);
    assert.equal(thermal.viewers, 1);
    assert.match(made.troubles[0] ?? '', /a consumer failed: Error: too bad/);
  });

  it('end their threads between two pictures, never inside a native call, which would abort the process', async () => {
    using made = new Pool();
    await threadsEnded();
    const viewer = new Viewer();
    made.source('thermal').attach(viewer);
    await made.pool.snapshot('thermal', SCENE);
    await viewer.has(2);
    made.pool.end();
    assert.deepEqual(await threadsEnded(), ['finished', 'finished']);
  });
});

describe('a thread', () => {
  it('is terminated when it hangs', async () => {
    const worker = new Worker('for (;;);', { eval: true });
    assert.equal(await endThread(worker, () => worker.postMessage('end'), 50), 'terminated');
  });

  it('has ended when a fault ended it before', async () => {
    const worker = new Worker('', { eval: true });
    await once(worker, 'exit');
    assert.equal(await endThread(worker, () => worker.postMessage('end')), 'finished');
  });
});
