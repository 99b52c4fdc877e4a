/** Reads from the pictures that ffmpeg decodes how old they are. */
import { spawn } from 'node:child_process';
import { readTimeStrip } from '@kitestring/video-scene/display/time-strip.ts';

/** Rows from the upper edge that hold the strip. */
const ROWS = 16;
/** ffmpeg as a viewer that wants no delay: nothing is held back, reordered or made even, on one thread each way. */
const READING = ['-fflags', 'nobuffer', '-flags', 'low_delay', '-threads', '1', '-max_delay', '0', '-probesize', '32'];
const WRITING = ['-fps_mode', 'passthrough', '-threads', '1', '-flush_packets', '1', '-f', 'rawvideo', 'pipe:1'];

interface RtspAges {
  readonly url: string;
  readonly widthPx: number;
  readonly pictures: number;
  /** Start-up time that is not counted. */
  readonly warmUpMs: number;
}

/** From the beginning of drawing a picture until it is decoded, milliseconds. NaN where the strip cannot be read. */
export async function rtspAges({ pictures, url, warmUpMs, widthPx }: RtspAges): Promise<number[]> {
  const filter = ['-vf', `crop=${widthPx}:${ROWS}:0:0,format=gray`];
  const arguments_ = ['-v', 'fatal', ...READING, '-rtsp_transport', 'tcp', '-i', url, ...filter, ...WRITING];
  const child = spawn('ffmpeg', arguments_, { stdio: ['ignore', 'pipe', 'inherit'] });
  const beganMs = performance.now();
  const ages: number[] = [];
  try {
    for await (const luma of frames(child.stdout, widthPx * ROWS)) {
      if (performance.now() - beganMs < warmUpMs) continue;
      const nowMs = Date.now();
      const drawnMs = readTimeStrip({ width: widthPx, height: ROWS, luma, lumaStride: widthPx }, nowMs);
      ages.push(drawnMs === undefined ? Number.NaN : nowMs - drawnMs);
      if (ages.length >= pictures) break;
    }
  } finally {
    child.kill('SIGKILL');
  }
  return ages;
}

async function* frames(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= bytes) {
      yield waiting.subarray(0, bytes);
      waiting = waiting.subarray(bytes);
    }
  }
}
