import { until } from '@kitestring/lab-testing/until.ts';
import { FRAME } from '../../packages/onvif/test/support/frame.ts';
import { TestDevice } from '../../packages/onvif/test/support/scripted-camera.ts';
import { type BenchRow, figure, median } from '../result.ts';

const OBJECTS = 20;
const PICTURES_PER_S = 15;
const SECONDS = 60;
const ROUNDS = 5;
const RTP_PER_PICTURE = 90_000 / PICTURES_PER_S;
const KINDS = ['person', 'vehicle', 'fire', 'smoke'] as const;

/** A picture whose objects are elsewhere than in the one before. */
function picture(count: number): typeof FRAME {
  const { heightPx, objects, widthPx } = FRAME;
  const [first] = objects;
  if (first === undefined) throw new Error('the picture has no object');
  return {
    ...FRAME,
    timeUs: FRAME.timeUs + (count * 1_000_000) / PICTURES_PER_S,
    rtpTime: FRAME.rtpTime + count * RTP_PER_PICTURE,
    objects: Array.from({ length: OBJECTS }, (_, index) => ({
      ...first,
      id: `object-${index}`,
      kind: KINDS[index % KINDS.length] ?? 'person',
      box: { x: (count * 7 + index * 91) % (widthPx - 60), y: (index * 47) % (heightPx - 120), width: 57, height: 113 },
    })),
  };
}

/** Boxes of a document, pixels. */
const boxesOf = (text: string) =>
  [...text.matchAll(/BoundingBox left="(.*?)" top="(.*?)" right="(.*?)" bottom="(.*?)"/g)].map(([, ...edges]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = edges.map(Number);
    const [x, y] = [((left + 1) / 2) * FRAME.widthPx, ((1 - top) / 2) * FRAME.heightPx];
    return [x, y, ((right + 1) / 2) * FRAME.widthPx, ((1 - bottom) / 2) * FRAME.heightPx] as const;
  });

/** Processor time of the documents of a minute of pictures, and how far their boxes are from those of their picture. */
export async function benchMetadata(): Promise<BenchRow[]> {
  const shares: number[] = [];
  let [worstPx, off, documents] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using device = await TestDevice.start();
    const { station } = device;
    station.want(['zoom']);
    station.want(['zoom'], 'zoom');
    await until('the first document', () => station.sent.length > 0 || undefined);
    station.sent.length = 0;
    const pictures = Array.from({ length: SECONDS * PICTURES_PER_S }, (_, count) => picture(count));
    const before = process.cpuUsage();
    for (const one of pictures) {
      station.see(one);
      station.clock.advance(1 / PICTURES_PER_S);
    }
    const { system, user } = process.cpuUsage(before);
    shares.push((system + user) / 1_000_000 / SECONDS);
    const withObjects = station.sent.filter(({ text }) => text.includes('<tt:Frame '));
    documents = withObjects.length;
    for (const { rtpTime = 0, text } of withObjects) {
      const own = pictures[(rtpTime - FRAME.rtpTime) / RTP_PER_PICTURE];
      if (own === undefined || !text.includes(`UtcTime="${new Date(own.timeUs / 1000).toISOString()}"`)) off += 1;
      for (const [index, edges] of boxesOf(text).entries()) {
        const { height = 0, width = 0, x = 0, y = 0 } = own?.objects[index]?.box ?? {};
        const errors = [x, y, x + width, y + height].map((edge, at) => Math.abs(edge - (edges[at] ?? 0)));
        worstPx = Math.max(worstPx, ...errors);
      }
    }
  }
  const note = `${OBJECTS} objects, ${documents / SECONDS} documents a second, without sending`;
  return [
    figure('metadata of a stream: share of a core', 100 * median(shares), '%', { atMost: 2, note }),
    figure('metadata: edge of a box from its picture, worst', worstPx, 'px', { atMost: 2 }),
    figure('metadata: documents at the time of another picture', off, '', { atMost: 0 }),
  ];
}
