import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import type { AccessUnit, VideoConsumer } from '../src/access-unit.ts';
import { NAL, nalType } from '../src/encode/nal-units.ts';
import type { SourcePool } from '../src/source/source-pool.ts';
import { defaultEncoding, type StreamEncoding } from '../src/stream-encoding.ts';
import { streamPlans } from '../src/stream-plan.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { drawingPool } from './support/still-scene.ts';

const cameraModel = 'Camera 1st Generation';
const PLAN = streamPlans(cameraModel).find(({ id }) => id === 'color') ?? assert.fail();
/** In the Huffman tables of the standard; those of one picture have fewer. */
const STANDARD_SYMBOLS = [12, 12, 162, 162];

/** The colour stream. */
class Pool implements Disposable {
  readonly pool: SourcePool = drawingPool();

  set(encoding: StreamEncoding = defaultEncoding(PLAN)): void {
    const stream = { id: 'color', isUp: true, controls: { zoom: 1 }, masks: [], encoding };
    this.pool.configure({ cameraModel, seed: 1, streams: [stream] });
  }

  [Symbol.dispose](): void {
    this.pool.end();
  }
}

/** @returns the first picture for which it holds; the viewer has left */
async function watch(
  { pool }: Pool,
  consumer: Pick<VideoConsumer, 'wantsJpeg'>,
  holds: (unit: AccessUnit) => boolean,
): Promise<AccessUnit> {
  const source = pool.find('color') ?? assert.fail();
  const { promise, resolve } = Promise.withResolvers<AccessUnit>();
  const leave = source.attach({
    ...consumer,
    onAccessUnit: (unit) => holds(unit) && resolve(unit),
    onEnd: () => assert.fail('the stream has ended'),
  });
  return promise.finally(leave);
}

/** Content of the first segment with this marker. */
function segment(jpeg: Uint8Array, marker: number): Buffer {
  const bytes = Buffer.from(jpeg);
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === marker) return bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
  }
}

/** Numbers of symbols in the Huffman tables. */
function symbols(jpeg: Uint8Array): readonly number[] {
  const tables = segment(jpeg, 0xc4);
  const counts: number[] = [];
  for (let at = 0; at < tables.length; at += 17 + (counts.at(-1) ?? 0)) {
    counts.push(tables.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0));
  }
  return counts;
}

const size = (jpeg: Uint8Array) => {
  const frame = segment(jpeg, 0xc0);
  return [frame.readUInt16BE(3), frame.readUInt16BE(1)];
};

/** Second quantiser of luma, which grows with the coarseness. */
const quantiser = (jpeg: Uint8Array) => segment(jpeg, 0xdb)[2];

/** @param holds whether it is one of those that are wanted: an earlier one may be on its way */
const madeJpeg = async (made: Pool, holds: (jpeg: Uint8Array) => boolean = () => true): Promise<Uint8Array> =>
  (await watch(made, { wantsJpeg: true }, ({ jpeg }) => jpeg !== undefined && holds(jpeg))).jpeg ?? assert.fail();

describe('pictures as JPEG', { skip: missingCodecs() }, () => {
  beforeEach((t) => (t as TestContext).mock.timers.enable({ apis: ['setTimeout'] }));

  it('are made beside the others while a viewer wants them, and not before and after', async () => {
    using made = new Pool();
    made.set();
    const seen: boolean[] = [];
    let count = 0;
    const leave = made.pool.find('color')?.attach({
      onAccessUnit: ({ jpeg, nals }) => {
        assert.ok(nals.length > 0);
        count += 1;
        if (seen.at(-1) !== (jpeg !== undefined)) seen.push(jpeg !== undefined);
      },
      onEnd: () => {},
    });
    await watch(made, {}, () => count > 3);
    assert.deepEqual(seen, [false]);
    await madeJpeg(made);
    await watch(made, {}, () => seen.length === 3);
    assert.deepEqual(seen, [false, true, false]);
    leave?.();
  });

  it('are alone while only viewers of them take part, until one of H.264 joins, whose first picture is a key frame', async () => {
    using made = new Pool();
    made.set();
    const source = made.pool.find('color') ?? assert.fail();
    const seen: string[] = [];
    let [units, wanted] = [0, 4];
    let wake: () => void = () => {};
    source.attach({
      wantsVideo: false,
      wantsJpeg: true,
      onAccessUnit: ({ jpeg, nals }) => {
        assert.ok(jpeg !== undefined);
        const form = nals.length > 0 ? 'both' : 'JPEG';
        if (seen.at(-1) !== form) seen.push(form);
        units += 1;
        if (units >= wanted) wake();
      },
      onEnd: () => {},
    });
    const more = (count: number) => {
      wanted = units + count;
      return new Promise<void>((resolve) => {
        wake = resolve;
      });
    };
    source.requestKeyFrame();
    await more(4);
    assert.deepEqual([seen, source.counts.keyFrames, source.counts.bytes], [['JPEG'], 0, 0]);
    const first = await watch(made, {}, () => true);
    assert.equal(first.isKeyFrame, true);
    assert.deepEqual(first.nals.map(nalType), [NAL.sps, NAL.pps, NAL.keySlice]);
    assert.equal(source.counts.keyFrames, 1);
    while (seen.length < 3) await more(1);
    assert.deepEqual(seen, ['JPEG', 'both', 'JPEG']);
  });

  it('have the size and the quality that are set, and tables that RTP need not carry', async () => {
    using made = new Pool();
    const sized = async (quality: number, coarseness: number, widthPx = 1280, heightPx = 720) => {
      made.set({ ...defaultEncoding(PLAN), widthPx, heightPx, quality });
      return await madeJpeg(made, (jpeg) => quantiser(jpeg) === coarseness);
    };
    const [fine, coarse, small] = [await sized(10, 4), await sized(1, 62), await sized(10, 4, 640, 360)];
    assert.ok(fine.length > 4 * coarse.length, `${fine.length} and ${coarse.length} bytes`);
    for (const jpeg of [fine, coarse, small]) assert.deepEqual(symbols(jpeg), STANDARD_SYMBOLS);
    assert.deepEqual(size(fine), [1280, 720]);
    assert.deepEqual(size(small), [640, 360]);
  });
});
