import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { ThermalRenderer } from '@kitestring/video-scene/render/thermal-renderer.ts';
import { toCelsius, toCounts } from '@kitestring/video-scene/thermal/counts.ts';
import type { ThermalRange } from '@kitestring/video-scene/thermal/thermal-range.ts';
import { buildWorld, type SceneWorld } from '@kitestring/video-scene/world/world.ts';
import type { Renderer, RendererSetup } from './renderer.ts';
import { temperaturesIn } from './temperatures.ts';

/** After a longer gap the temperature range starts again. */
const FOLLOWS_WITHIN_S = 5;

let world: SceneWorld | undefined;

/** All streams of one thread share a world. */
function worldOf(seed: number, textures: SharedArrayBuffer): SceneWorld {
  if (world?.seed !== seed) world = buildWorld(seed, textures);
  return world;
}

/** Renderer of one stream. @param isFilm many pictures of nearly the same view, not one @throws for a stream that the camera does not have */
export function makeRenderer({ cameraModel, seed, size, streamId, textures }: RendererSetup, isFilm = false): Renderer {
  const full = lensOf(cameraModel, streamId);
  if (full === undefined) throw new Error(`${cameraModel} has no stream ${streamId}`);
  const lens = size === undefined ? full : { ...full, frameWidth: size.widthPx, frameHeight: size.heightPx };
  const town = worldOf(seed, textures);
  return lens.type === 'Thermal' ? thermal(town, lens) : colour(town, lens, isFilm);
}

function colour(town: SceneWorld, lens: Lens, keepsStill: boolean): Renderer {
  const renderer = new ColourRenderer(town, lens.frameWidth, lens.frameHeight, { keepsStill });
  return {
    render: ({ scene, zoom }, frame) => {
      renderer.draw(frame, { ...scene.pose, zoom }, lens, scene.conditions, scene.motion);
      return undefined;
    },
    objects: () => renderer.objects(),
  };
}

function thermal(town: SceneWorld, lens: Lens): Renderer {
  const renderer = new ThermalRenderer(town, lens.frameWidth, lens.frameHeight);
  let lastRange: ThermalRange | undefined;
  let lastUs = 0;
  return {
    render: ({ palette = 'WhiteHot', scene, zoom }, frame) => {
      const elapsedS = (scene.timeUs - lastUs) / 1e6;
      if (elapsedS < 0 || elapsedS > FOLLOWS_WITHIN_S) lastRange = undefined;
      lastUs = scene.timeUs;
      const look = { palette, lastRange, elapsedS: lastRange === undefined ? 0 : elapsedS };
      lastRange = renderer.draw(frame, { ...scene.pose, zoom }, lens, scene.conditions, look, scene.motion);
      return { lowC: toCelsius(lastRange.lowCounts), highC: toCelsius(lastRange.highCounts) };
    },
    objects: () => renderer.objects(),
    measure: ({ scene, zoom }, box) => {
      renderer.measure({ ...scene.pose, zoom }, lens, scene.conditions, scene.motion);
      return temperaturesIn(renderer, box);
    },
    counts: ({ scene, zoom }) => {
      renderer.measure({ ...scene.pose, zoom }, lens, scene.conditions, scene.motion);
      const { frameHeight, frameWidth } = lens;
      return Uint16Array.from({ length: frameWidth * frameHeight }, (_, at) =>
        toCounts(renderer.temperatureAt(at % frameWidth, Math.floor(at / frameWidth))),
      );
    },
  };
}
