import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import { type CameraMotion, STILL } from '@kitestring/video-scene/camera/motion.ts';
import type { CameraPose } from '@kitestring/video-scene/camera/pose.ts';
import { drawTimeStrip } from '@kitestring/video-scene/display/time-strip.ts';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { CLEAR_DAY, type SceneConditions } from '@kitestring/video-scene/render/conditions.ts';
import { ThermalRenderer } from '@kitestring/video-scene/render/thermal-renderer.ts';
import { buildWorld } from '@kitestring/video-scene/world/world.ts';
import { encodePng } from '../src/dataset/png.ts';

/* `node packages/video/process/look/scene-pictures.ts FOLDER [NAME...]`: renders sample pictures of the scene as PNG files. */

interface Shot {
  readonly size: readonly [width: number, height: number];
  readonly pose: Partial<CameraPose>;
  readonly conditions?: Partial<SceneConditions>;
  readonly palette?: ThermalColorPalette;
  readonly hasTimeStrip?: boolean;
  readonly motion?: Partial<CameraMotion>;
}

const DUSK = { unixMs: Date.UTC(2026, 5, 12, 19, 40), airTemperatureC: 14 };
const NIGHT = { unixMs: Date.UTC(2026, 5, 12, 22, 30), airTemperatureC: 11 };
const RAIN = { unixMs: Date.UTC(2026, 5, 12, 15, 30), cloudCover: 1, visibilityM: 14_000, windEastMps: 4 };
const HD = [1280, 720] as const;
const DOC = [432, 244] as const;
const IR = [640, 512] as const;

const SHOTS: Readonly<Record<string, Shot>> = {
  oblique: { size: HD, pose: { upM: 42, panDeg: 20, tiltDeg: 20 } },
  steep: { size: HD, pose: { upM: 45, panDeg: 200, tiltDeg: 45 } },
  down: { size: HD, pose: { upM: 30, panDeg: 110, tiltDeg: 80 } },
  low: { size: HD, pose: { upM: 12, panDeg: 300, tiltDeg: 4 } },
  zoom: { size: HD, pose: { upM: 45, panDeg: 45, tiltDeg: 18, zoom: 4 } },
  far: { size: HD, pose: { upM: 45, panDeg: 250, tiltDeg: 9, zoom: 12 } },
  fire: { size: HD, pose: { upM: 40, panDeg: 32, tiltDeg: 14, zoom: 2.5 } },
  dusk: { size: HD, pose: { upM: 40, panDeg: 320, tiltDeg: 14 }, conditions: DUSK },
  pan: { size: HD, pose: { upM: 40, panDeg: 320, tiltDeg: 14 }, conditions: DUSK, motion: { panDps: 25 } },
  skew: { size: HD, pose: { upM: 40, panDeg: 20, tiltDeg: 10, zoom: 2 }, motion: { panDps: 90 } },
  'thermal-pan': { size: IR, pose: { upM: 40, panDeg: 34, tiltDeg: 14 }, palette: 'WhiteHot', motion: { panDps: 25 } },
  night: { size: HD, pose: { upM: 40, panDeg: 30, tiltDeg: 16 }, conditions: NIGHT },
  overcast: { size: HD, pose: { upM: 40, panDeg: 160, tiltDeg: 14 }, conditions: { cloudCover: 1, visibilityM: 1200 } },
  dry: { size: HD, pose: { upM: 40, panDeg: 20, tiltDeg: 14 }, conditions: { ...RAIN, rainMmph: 0 } },
  rain: { size: HD, pose: { upM: 40, panDeg: 20, tiltDeg: 14 }, conditions: { ...RAIN, rainMmph: 5 } },
  downpour: { size: HD, pose: { upM: 40, panDeg: 20, tiltDeg: 14 }, conditions: { ...RAIN, rainMmph: 25 } },
  'rain-down': { size: HD, pose: { upM: 30, panDeg: 110, tiltDeg: 80 }, conditions: { ...RAIN, rainMmph: 25 } },
  'rain-dusk': {
    size: HD,
    pose: { upM: 40, panDeg: 320, tiltDeg: 14 },
    conditions: { ...DUSK, ...RAIN, unixMs: DUSK.unixMs, rainMmph: 25 },
  },
  rolled: { size: HD, pose: { upM: 40, panDeg: 20, tiltDeg: 10, rollDeg: 12 } },
  'thermal-fire': { size: IR, pose: { upM: 40, panDeg: 34, tiltDeg: 14 }, palette: 'Ironbow' },
  'thermal-white': { size: IR, pose: { upM: 40, panDeg: 250, tiltDeg: 18 }, palette: 'WhiteHot' },
  'thermal-night': { size: IR, pose: { upM: 40, panDeg: 200, tiltDeg: 18 }, palette: 'BlackHot', conditions: NIGHT },
  'thermal-down': { size: IR, pose: { upM: 40, panDeg: 120, tiltDeg: 62 }, palette: 'WhiteHot' },
  'doc-day': { size: DOC, pose: { upM: 42, panDeg: 20, tiltDeg: 20 } },
  'doc-dusk': { size: DOC, pose: { upM: 40, panDeg: 320, tiltDeg: 14 }, conditions: DUSK, hasTimeStrip: true },
  'doc-down': { size: DOC, pose: { upM: 22, panDeg: 110, tiltDeg: 80 } },
  'doc-thermal': { size: [320, 256], pose: { upM: 40, panDeg: 34, tiltDeg: 14 }, palette: 'Ironbow' },
};

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: scene-pictures.ts FOLDER [NAME...]');
mkdirSync(folder, { recursive: true });
const world = buildWorld(Number(process.env.SEED ?? 7));
for (const [name, shot] of Object.entries(SHOTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  writeFileSync(join(folder, `${name}.png`), encodePng(take(shot), false));
}

function take({
  size: [width, height],
  pose: part,
  conditions: weather,
  palette,
  hasTimeStrip,
  motion: moves,
}: Shot): YuvFrame {
  const frame = makeFrame(width, height);
  const pose: CameraPose = { eastM: 0.4, northM: -0.6, upM: 40, panDeg: 0, tiltDeg: 0, rollDeg: 0, zoom: 1, ...part };
  const conditions = { ...CLEAR_DAY, ...weather };
  const motion = { ...STILL, ...moves };
  if (palette === undefined) new ColourRenderer(world, width, height).draw(frame, pose, zoomLens(), conditions, motion);
  else {
    const lens = lensOf('Camera 2nd Generation IR Plus', 'thermal') as Lens;
    const look = { palette, lastRange: undefined, elapsedS: 0 };
    new ThermalRenderer(world, width, height).draw(frame, pose, lens, conditions, look, motion);
  }
  if (hasTimeStrip) {
    drawTimeStrip(frame, conditions.unixMs);
  }
  return frame;
}

function zoomLens(): Lens {
  return lensOf('Camera 2nd Generation', 'zoom') as Lens;
}
