import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { type AccessUnit, RTP_CLOCK_HZ } from '../src/access-unit.ts';
import { readSequenceParameters } from '../src/ingest/sequence-parameters.ts';
import type { StreamControls } from '../src/source/scene-state.ts';
import type { SourcePool, StreamsState } from '../src/source/source-pool.ts';
import { defaultEncoding, encodingOptions, type StreamEncoding } from '../src/stream-encoding.ts';
import { streamPlans } from '../src/stream-plan.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { drawingPool, SCENE } from './support/still-scene.ts';

const MODEL = 'Camera 1st Generation';
const [PLAN] = streamPlans(MODEL);
if (PLAN === undefined) throw new Error('the camera has no stream');
const AS_BUILT = defaultEncoding(PLAN);

/** State of the colour stream alone. */
function stateWith(encoding?: StreamEncoding, look?: StreamControls['look']): StreamsState {
  const stream = {
    id: 'color',
    isUp: true,
    masks: [],
    controls: { zoom: 1, ...(look !== undefined && { look }) },
    ...(encoding !== undefined && { encoding }),
  };
  return { cameraModel: MODEL, seed: 1, streams: [stream] };
}

/** The colour stream, with one viewer. */
class Watched implements Disposable {
  readonly units: AccessUnit[] = [];
  hasEnded = false;
  readonly pool: SourcePool = drawingPool();
  #wake: () => void = () => {};

  constructor() {
    this.set();
    this.attach();
  }

  attach(): void {
    this.pool.find('color')?.attach({
      onAccessUnit: (unit) => {
        this.units.push(unit);
        this.#wake();
      },
      onEnd: () => {
        this.hasEnded = true;
      },
    });
  }

  set(encoding?: StreamEncoding): void {
    this.pool.configure(stateWith(encoding));
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  [Symbol.dispose](): void {
    this.pool.end();
  }
}

const size = ({ nals }: AccessUnit) => readSequenceParameters(nals[0] ?? new Uint8Array()).size;

describe('the encoding of a stream', { skip: missingCodecs() }, () => {
  beforeEach((t) => (t as TestContext).mock.timers.enable({ apis: ['setTimeout'] }));

  it('takes another rate, bit rate and group of pictures while it runs', async () => {
    using watched = new Watched();
    await watched.until(() => watched.units.length > 3);
    watched.set({ ...AS_BUILT, framesPerS: 10, bitRateBps: 500_000, groupPictures: 3 });
    const from = watched.units.length + 6;
    await watched.until(() => watched.units.length > from + 12);
    assert.equal(watched.hasEnded, false);
    assert.equal(watched.pool.find('color')?.framesPerS, 10);
    const units = watched.units.slice(from);
    const began = units.findIndex(({ isKeyFrame }) => isKeyFrame);
    let keyAt = units[began]?.rtpTime ?? assert.fail('no key frame');
    for (const { isKeyFrame, rtpTime } of units.slice(began + 1)) {
      // A picture may be late, and each is the first of a group from half a picture before the time of three on.
      assert.equal(isKeyFrame, rtpTime - keyAt >= 0.25 * RTP_CLOCK_HZ, `${(rtpTime - keyAt) / RTP_CLOCK_HZ} s`);
      if (isKeyFrame) keyAt = rtpTime;
    }
  });

  it('ends for its viewers with another size, and has that size when they come again', async () => {
    using watched = new Watched();
    await watched.until(() => watched.units.length > 0);
    assert.deepEqual(size(watched.units[0] ?? assert.fail()), { widthPx: 1280, heightPx: 720 });
    watched.set({ ...AS_BUILT, widthPx: 640, heightPx: 360 });
    assert.equal(watched.hasEnded, true);
    watched.units.splice(0);
    watched.attach();
    await watched.until(() => watched.units.length > 0);
    assert.deepEqual(size(watched.units[0] ?? assert.fail()), { widthPx: 640, heightPx: 360 });
  });

  it('stays as it is for a size that the camera does not have', async () => {
    using watched = new Watched();
    watched.set({ ...AS_BUILT, widthPx: 642, heightPx: 360 });
    assert.equal(watched.hasEnded, false);
  });

  it('shows the look that is set, in snapshots too', async (t) => {
    const pool = drawingPool();
    t.after(() => pool.end());
    pool.configure(stateWith());
    const jpeg = async () => (await pool.snapshot('color', SCENE)).jpeg.length;
    const before = await jpeg();
    pool.configure(stateWith(undefined, { brightness: 100, contrast: 0, saturation: 0 }));
    // Without contrast and colour there is little left to encode.
    assert.ok((await jpeg()) < before / 2);
  });
});

describe('options of an encoding', () => {
  it('are sizes with even sides, and rates up to that of the camera', () => {
    const { framesPerS, sizes } = encodingOptions(PLAN);
    assert.deepEqual(sizes, [
      { widthPx: 1280, heightPx: 720 },
      { widthPx: 640, heightPx: 360 },
    ]);
    assert.deepEqual(framesPerS, [30, 15, 10, 5, 1]);
  });

  it('are whole blocks of 8 pixels for JPEG', () => {
    const zoom = streamPlans('Camera 2nd Generation').find(({ lens }) => lens.type === 'Color') ?? assert.fail();
    const shown = (sizes: readonly { widthPx: number; heightPx: number }[]) =>
      sizes.map(({ heightPx, widthPx }) => `${widthPx}x${heightPx}`);
    const { jpegSizes, sizes } = encodingOptions(zoom);
    assert.deepEqual(shown(sizes), ['1920x1080', '1280x720', '960x540', '640x360']);
    assert.deepEqual(shown(jpegSizes), ['1920x1080', '1280x720', '960x536', '640x360']);
  });

  it('keep the pixels of a thermal sensor', () => {
    const thermal = streamPlans(MODEL).find(({ lens }) => lens.type === 'Thermal') ?? assert.fail();
    const { jpegSizes, sizes } = encodingOptions(thermal);
    assert.equal(sizes.length, 1);
    assert.deepEqual(jpegSizes, sizes);
  });
});
