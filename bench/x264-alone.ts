import { setTimeout as after } from 'node:timers/promises';
import { H264Encoder, h264SettingsFor, loadNativeCodecs } from '@kitestring/video-process/encode';
import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import type { CameraPose } from '@kitestring/video-scene/camera/pose.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { CLEAR_DAY } from '@kitestring/video-scene/render/conditions.ts';
import { buildWorld } from '@kitestring/video-scene/world/world.ts';

const SIZE = { widthPx: 1280, heightPx: 720 };
const PER_S = 30;
const TICKS = 90_000 / PER_S;
/** Until the code is compiled and the rate control has settled. */
const WARM_UP = 60;
const PICTURES = 300;
/** A hovering Kite sways a little. */
const SWAY_DEG = 0.05;

/**
 * Processor time of x264 for a picture as a station streams it, milliseconds: the same view of the same town, drawn at the same pace, with the same
 * settings. Drawing is not counted.
 */
export async function x264AloneMs(view: Pick<CameraPose, 'panDeg' | 'tiltDeg' | 'upM'>): Promise<number> {
  const encoder = await H264Encoder.open(await loadNativeCodecs(), h264SettingsFor(SIZE, PER_S));
  const renderer = new ColourRenderer(buildWorld(7), SIZE.widthPx, SIZE.heightPx);
  const lens = lensOf('Camera 1st Generation', 'color') as Lens;
  let spentUs = 0;
  const beganMs = performance.now();
  for (let picture = 0; picture < WARM_UP + PICTURES; picture += 1) {
    const pose = {
      eastM: 0,
      northM: 0,
      rollDeg: 0,
      zoom: 1,
      ...view,
      panDeg: view.panDeg + SWAY_DEG * Math.sin(picture / 20),
    };
    renderer.draw(encoder.picture, pose, lens, { ...CLEAR_DAY, unixMs: CLEAR_DAY.unixMs + (picture * 1000) / PER_S });
    const start = process.threadCpuUsage();
    encoder.encode(encoder.picture, picture * TICKS, false);
    const { system, user } = process.threadCpuUsage(start);
    if (picture >= WARM_UP) spentUs += user + system;
    await after(Math.max(0, beganMs + ((picture + 1) * 1000) / PER_S - performance.now()));
  }
  encoder.close();
  return spentUs / 1000 / PICTURES;
}
