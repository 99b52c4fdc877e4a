import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import type { CameraPose } from '@kitestring/video-scene/camera/pose.ts';
import { makeFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { CLEAR_DAY, type SceneConditions } from '@kitestring/video-scene/render/conditions.ts';
import { ThermalRenderer } from '@kitestring/video-scene/render/thermal-renderer.ts';
import { buildWorld, type SceneWorld } from '@kitestring/video-scene/world/world.ts';
import { type BenchRow, figure, median } from './result.ts';

const FRAMES = 80;
/** Other work shares the machine and its caches: the least disturbed round counts. */
const ROUNDS = 3;
/** Frames until the code is compiled. */
const WARM_UP = 40;
const PER_FRAME_MS = 1000 / 30;

/** Views from a flight: over the town, steeply, straight down, low, zoomed in. */
const VIEWS: readonly (readonly [string, Partial<CameraPose>])[] = [
  ['over the town', { upM: 40, panDeg: 20, tiltDeg: 20 }],
  ['steep', { upM: 45, panDeg: 200, tiltDeg: 45 }],
  ['down', { upM: 30, panDeg: 110, tiltDeg: 80 }],
  ['low', { upM: 15, panDeg: 300, tiltDeg: 5 }],
  ['zoom 4', { upM: 45, panDeg: 45, tiltDeg: 18, zoom: 4 }],
];
/**
 * Limit of processor time of a frame, median of the views: half a core is 16 ms for each of 30, and encoding takes half
 * of that.
 */
const LIMITS_MS = { '1280x720': 8, '1920x1080': 16, '640x512': 3 } as const;

type Draw = (pose: CameraPose, unixMs: number) => void;

/** Processor time to build the world, and per frame, by size and view: what else the machine does matters less to it than to the clock. */
export async function benchScene(): Promise<readonly BenchRow[]> {
  const start = process.threadCpuUsage();
  const world = buildWorld(7);
  const buildMs = sinceMs(start);
  return [
    figure('scene: world built, first in its process', buildMs, 'ms'),
    ...benchSize('1280x720', colour(world, 1280, 720)),
    benchRain(colour(world, 1280, 720), colour(world, 1280, 720, { cloudCover: 1, rainMmph: 25 })),
    ...benchSize('1920x1080', colour(world, 1920, 1080)),
    ...benchSize('640x512', thermal(world)),
  ];
}

/** Rain with its haze, compared with a dry picture of the same view. */
function benchRain(dry: Draw, wet: Draw): BenchRow {
  const [, view] = VIEWS[0] as (typeof VIEWS)[number];
  const [dryMs, wetMs] = [dry, wet].map((draw) => {
    run(draw, view, WARM_UP);
    return Math.min(...Array.from({ length: ROUNDS }, () => run(draw, view, FRAMES)));
  }) as [number, number];
  return figure('scene: rain of 25 mm/h adds to a colour frame 1280x720, processor time', wetMs - dryMs, 'ms', {
    atMost: 2,
    note: `${dryMs.toFixed(1)} dry, ${wetMs.toFixed(1)} wet`,
  });
}

function colour(world: SceneWorld, width: number, height: number, weather: Partial<SceneConditions> = {}): Draw {
  const renderer = new ColourRenderer(world, width, height);
  const frame = makeFrame(width, height);
  const lens = lensOf('Camera 2nd Generation', 'zoom') as Lens;
  return (pose, unixMs) => renderer.draw(frame, pose, lens, { ...CLEAR_DAY, ...weather, unixMs });
}

function thermal(world: SceneWorld): Draw {
  const renderer = new ThermalRenderer(world, 640, 512);
  const frame = makeFrame(640, 512);
  const lens = lensOf('Camera 2nd Generation IR Plus', 'thermal') as Lens;
  const look = { palette: 'Ironbow', lastRange: undefined, elapsedS: 0 } as const;
  return (pose, unixMs) => {
    renderer.draw(frame, pose, lens, { ...CLEAR_DAY, unixMs }, look);
  };
}

function benchSize(size: keyof typeof LIMITS_MS, draw: Draw): BenchRow[] {
  for (const [, view] of VIEWS) run(draw, view, WARM_UP);
  const times = VIEWS.map(([, view]) => Math.min(...Array.from({ length: ROUNDS }, () => run(draw, view, FRAMES))));
  const all = VIEWS.map(([name], index) => `${name} ${(times[index] ?? Number.NaN).toFixed(1)}`).join(', ');
  const kind = size === '640x512' ? 'thermal' : 'colour';
  return [
    figure(`scene: ${kind} frame ${size}, processor time`, median(times), 'ms', { atMost: LIMITS_MS[size], note: all }),
  ];
}

/** User and system time of this thread, milliseconds. The kernel may count in steps of 4 ms. */
function sinceMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Processor time of a frame, milliseconds: the mean of many, while the camera pans and time goes on. */
function run(draw: Draw, view: Partial<CameraPose>, frames: number): number {
  const pose: CameraPose = { eastM: 0, northM: 0, upM: 40, panDeg: 0, tiltDeg: 0, rollDeg: 0, zoom: 1, ...view };
  const start = process.threadCpuUsage();
  for (let frame = 0; frame < frames; frame += 1) {
    draw({ ...pose, panDeg: pose.panDeg + 0.1 * frame }, CLEAR_DAY.unixMs + frame * PER_FRAME_MS);
  }
  return sinceMs(start) / frames;
}
