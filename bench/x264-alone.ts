import { setTimeout as after } from 'node:timers/promises';
import { H264Encoder, h264SettingsFor, loadNativeCodecs } from '@kitestring/video-process/encode';
import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { buildWorld } from '@kitestring/video-scene/world/world.ts';
import { hoverScenes } from './hover.ts';

const SIZE = { widthPx: 1280, heightPx: 720 };
const PER_S = 30;
const TICKS = 90_000 / PER_S;
/** Until the code is compiled and the rate control has settled. */
const WARM_UP = 60;
const PICTURES = 300;

/** Processor time of a picture, milliseconds. */
interface PictureCost {
  readonly drawMs: number;
  readonly encodeMs: number;
}

/** Pictures of a hover as a station streams them, drawn and encoded with the same settings at the same pace, and nothing else. */
export async function pictureCost(): Promise<PictureCost> {
  const encoder = await H264Encoder.open(await loadNativeCodecs(), h264SettingsFor(SIZE, PER_S));
  const renderer = new ColourRenderer(buildWorld(7), SIZE.widthPx, SIZE.heightPx, { keepsStill: true });
  const lens = lensOf('Camera 1st Generation', 'color') as Lens;
  const spentUs = { draw: 0, encode: 0 };
  const beganMs = performance.now();
  let picture = 0;
  for (const { conditions, motion, pose } of hoverScenes(PER_S).take(WARM_UP + PICTURES)) {
    const drawUs = usedUs(() => renderer.draw(encoder.picture, { ...pose, zoom: 1 }, lens, conditions, motion));
    const encodeUs = usedUs(() => encoder.encode(encoder.picture, picture * TICKS, false));
    if (picture >= WARM_UP) {
      spentUs.draw += drawUs;
      spentUs.encode += encodeUs;
    }
    picture += 1;
    await after(Math.max(0, beganMs + (picture * 1000) / PER_S - performance.now()));
  }
  encoder.close();
  return { drawMs: spentUs.draw / 1000 / PICTURES, encodeMs: spentUs.encode / 1000 / PICTURES };
}

const SWITCH_MS = 0.05;
const cell = new Int32Array(new SharedArrayBuffer(4));

function usedUs(work: () => void): number {
  // The kernel counts the time of a running thread up to its last tick, 4 ms, but exactly when the thread sleeps.
  Atomics.wait(cell, 0, 0, SWITCH_MS);
  const start = process.threadCpuUsage();
  work();
  Atomics.wait(cell, 0, 0, SWITCH_MS);
  const { system, user } = process.threadCpuUsage(start);
  return user + system;
}
