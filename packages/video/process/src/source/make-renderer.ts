import { type Lens, lensOf } from '@kitestring/video-scene/camera/lens.ts';
import { TextDisplay } from '@kitestring/video-scene/display/text-display.ts';
import { MaskedArea } from '@kitestring/video-scene/privacy/masked-area.ts';
import { ColourRenderer } from '@kitestring/video-scene/render/colour-renderer.ts';
import { ThermalRenderer } from '@kitestring/video-scene/render/thermal-renderer.ts';
import { toCelsius, toCounts } from '@kitestring/video-scene/thermal/counts.ts';
import type { ThermalRange } from '@kitestring/video-scene/thermal/thermal-range.ts';
import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import { buildWorld, type SceneWorld } from '@kitestring/video-scene/world/world.ts';
import type { Renderer, RendererSetup } from './renderer.ts';
import type { RenderView } from './scene-state.ts';
import { temperaturesIn } from './temperatures.ts';

/** After a longer gap the temperature range starts again. */
const FOLLOWS_WITHIN_S = 5;
/** Absolute zero, which nothing in a picture has. */
const NO_TEMPERATURE = 0;

let world: SceneWorld | undefined;

/** All streams of one thread share a world. */
function loadWorld(seed: number, textures: SharedArrayBuffer): SceneWorld {
  if (world?.seed !== seed) world = buildWorld(seed, textures);
  return world;
}

/** Renderer of one stream. @param isFilm many pictures of nearly the same view, not one @throws for a stream that the camera does not have */
export function makeRenderer({ cameraModel, seed, size, streamId, textures }: RendererSetup, isFilm = false): Renderer {
  const full = lensOf(cameraModel, streamId);
  if (full === undefined) throw new Error(`${cameraModel} has no stream ${streamId}`);
  const lens = size === undefined ? full : { ...full, frameWidth: size.widthPx, frameHeight: size.heightPx };
  const town = loadWorld(seed, textures);
  return lens.type === 'Thermal' ? thermal(town, lens) : colour(town, lens, isFilm);
}

function colour(town: SceneWorld, lens: Lens, keepsStill: boolean): Renderer {
  const renderer = new ColourRenderer(town, lens.frameWidth, lens.frameHeight, { keepsStill });
  const hidden = new MaskedArea(lens.frameWidth, lens.frameHeight);
  const display = new TextDisplay();
  return {
    render: (view, frame) => {
      const { overlay, scene, zoom } = view;
      lookThrough(hidden, lens, view);
      renderer.draw(frame, { ...scene.pose, zoom }, lens, scene.conditions, scene.motion);
      hidden.paint(frame);
      display.draw(frame, overlay.texts, scene.timeUs);
      return undefined;
    },
    objects: () => renderer.objects().filter((object) => isShown(object, hidden)),
  };
}

/** An object whose middle is hidden is not in the picture. */
const isShown = ({ box: { height, width, x, y } }: SceneObject, hidden: MaskedArea): boolean =>
  !hidden.has(Math.floor(x + width / 2), Math.floor(y + height / 2));

/** The area of the masks in a view. */
function lookThrough(hidden: MaskedArea, lens: Lens, { overlay, scene, zoom }: RenderView): void {
  const { conditions, motion, pose } = scene;
  const station = { latDeg: conditions.latitudeDeg, lonDeg: conditions.longitudeDeg };
  hidden.set(overlay.masks, { lens, motion, pose: { ...pose, zoom }, station });
}

function thermal(town: SceneWorld, lens: Lens): Renderer {
  const renderer = new ThermalRenderer(town, lens.frameWidth, lens.frameHeight);
  const hidden = new MaskedArea(lens.frameWidth, lens.frameHeight);
  const display = new TextDisplay();
  const measure = (view: RenderView) => {
    const { scene, zoom } = view;
    lookThrough(hidden, lens, view);
    renderer.measure({ ...scene.pose, zoom }, lens, scene.conditions, scene.motion);
  };
  let lastRange: ThermalRange | undefined;
  let lastUs = 0;
  return {
    render: (view, frame) => {
      const { overlay, palette = 'WhiteHot', scene, zoom } = view;
      lookThrough(hidden, lens, view);
      const elapsedS = (scene.timeUs - lastUs) / 1e6;
      if (elapsedS < 0 || elapsedS > FOLLOWS_WITHIN_S) lastRange = undefined;
      lastUs = scene.timeUs;
      const look = { palette, lastRange, elapsedS: lastRange === undefined ? 0 : elapsedS, hidden };
      lastRange = renderer.draw(frame, { ...scene.pose, zoom }, lens, scene.conditions, look, scene.motion);
      hidden.paint(frame);
      display.draw(frame, overlay.texts, scene.timeUs);
      return { lowC: toCelsius(lastRange.lowCounts), highC: toCelsius(lastRange.highCounts) };
    },
    objects: () => renderer.objects().filter((object) => isShown(object, hidden)),
    measure: (view, box) => {
      measure(view);
      return temperaturesIn(renderer, box, hidden);
    },
    counts: (view) => {
      measure(view);
      const { frameHeight, frameWidth } = lens;
      const counts = Uint16Array.from({ length: frameWidth * frameHeight }, (_, at) =>
        toCounts(renderer.temperatureAt(at % frameWidth, Math.floor(at / frameWidth))),
      );
      hidden.fill(counts, NO_TEMPERATURE);
      return counts;
    },
  };
}
