import type { CameraView } from '../camera/camera-view.ts';
import type { FacePainter } from '../raster/face-painter.ts';
import type { SceneConditions } from '../render/conditions.ts';
import type { Body } from '../world/body.ts';
import { FLAMES, flameAt, makePuff, PUFFS, smokeAt } from '../world/fire.ts';
import type { SceneWorld } from '../world/world.ts';
import { PixelSamples, type SampledPixels } from './pixel-samples.ts';
import type { SceneObject, SceneObjectKind } from './scene-object.ts';

/** Bounding radius in pixels below which an object is left out, and visible pixels below which it is. */
const SMALLEST_PX = 1.5;
const LEAST_AREA_PX = 6;
/** Objects of a picture; the largest ones are kept. */
const OBJECTS_MAX = 200;

/** The picture that was rendered last. */
export interface RenderedPicture {
  /** View of the rendered planes, with their margin. */
  readonly view: CameraView;
  readonly marginPx: number;
  /** Size of the picture without its margin. */
  readonly width: number;
  readonly height: number;
  readonly conditions: SceneConditions;
  /** At this distance haze, fog or rain hide everything, metres. */
  readonly visibilityM: number;
  /** Whether the object was drawn by its simplified shape at this radius, pixels. */
  readonly isSimple: (sizePx: number) => boolean;
  /** From a pixel of the picture to where it was read in the planes, pixels: motion of the camera. */
  readonly displacement?: (x: number, y: number) => { readonly x: number; readonly y: number };
  /** Degrees Celsius at a pixel of the picture; absent in colour. */
  readonly temperatureAt?: (x: number, y: number) => number;
}

interface Candidate {
  readonly id: string;
  readonly body: Body;
  readonly speedMps: number;
}

/** Finds the objects in a picture: their shapes, projected again, against the depths that the renderer has left. */
export class TruthPainter {
  readonly #world: SceneWorld;
  readonly #painter: FacePainter;
  readonly #candidates: readonly Candidate[];
  readonly #samples = new PixelSamples();
  readonly #puff = makePuff();

  constructor(world: SceneWorld, painter: FacePainter) {
    this.#world = world;
    this.#painter = painter;
    this.#candidates = candidatesIn(world);
  }

  /** Objects of the picture that this thread has rendered last, the largest first. */
  objects(picture: RenderedPicture): SceneObject[] {
    this.#painter.begin(picture.view, {});
    const found = this.#candidates.map((candidate) => this.#body(candidate, picture));
    const seen = [...found, this.#fire(picture), this.#smoke(picture)].filter((object) => object !== undefined);
    return seen.sort((a, b) => b.areaPx - a.areaPx || (a.id < b.id ? -1 : 1)).slice(0, OBJECTS_MAX);
  }

  #body({ body, id, speedMps }: Candidate, picture: RenderedPicture): SceneObject | undefined {
    const { eastM, northM, shape, upM } = body;
    const place = { eastM, northM, upM: upM + shape.midUpM };
    const sizePx = this.#painter.sizeAt(eastM, northM, place.upM, shape.radiusM);
    if (sizePx < SMALLEST_PX || shape.kind === undefined) return undefined;
    const distanceM = distanceTo(picture.view, place);
    if (distanceM > picture.visibilityM) return undefined;
    const { surface } = this.#painter;
    this.#samples.begin(picture.view.width, picture.view.height, 2 * sizePx);
    this.#painter.place(eastM, northM, upM, body.cos, body.sin);
    const isSimple = picture.isSimple(sizePx);
    for (const face of isSimple ? shape.farFaces : shape.faces) {
      surface.texture = face.material.texture;
      const span = face.material.hasGaps ? this.#samples.cutout : this.#samples.solid;
      if (this.#painter.aim(face)) this.#painter.fill(span);
    }
    for (const { material, radiusM, up, x, y } of isSimple ? shape.farSprites : shape.sprites) {
      surface.texture = material.texture;
      this.#painter.sprite(x, y, up, radiusM, this.#samples.sprite);
    }
    return this.#found({ id, kind: shape.kind, place, distanceM, speedMps }, picture);
  }

  #fire(picture: RenderedPicture): SceneObject | undefined {
    const { fire, materials } = this.#world;
    const place = { eastM: fire.eastM, northM: fire.northM, upM: fire.upM };
    this.#painter.surface.texture = materials.of.flameA.texture;
    const { height, width } = picture.view;
    this.#samples.begin(
      width,
      height,
      2 * this.#painter.sizeAt(place.eastM, place.northM, place.upM, fire.lengthM / 2),
    );
    for (let index = 0; index < FLAMES; index += 1) {
      flameAt(fire, index, picture.conditions.unixMs / 1000, this.#puff);
      this.#billboard('sprite');
    }
    return this.#found(
      { id: 'fire-1', kind: 'fire', place, distanceM: distanceTo(picture.view, place), speedMps: 0 },
      picture,
    );
  }

  /** Thermal pictures see through smoke: it is no object of theirs. */
  #smoke(picture: RenderedPicture): SceneObject | undefined {
    if (picture.temperatureAt !== undefined) return undefined;
    const { fire, materials } = this.#world;
    const { unixMs, windEastMps: eastMps, windNorthMps: northMps } = picture.conditions;
    const { surface } = this.#painter;
    surface.texture = materials.textures.puff;
    const { height, width } = picture.view;
    this.#samples.begin(width, height, width);
    const middle = { eastM: 0, northM: 0, upM: 0, weight: 0 };
    for (let index = 0; index < PUFFS; index += 1) {
      smokeAt(fire, index, unixMs / 1000, { eastMps, northMps }, this.#puff);
      surface.density = Math.round(256 * this.#puff.density);
      this.#billboard('smoke');
      const { density, eastM, northM, upM } = this.#puff;
      middle.eastM += density * eastM;
      middle.northM += density * northM;
      middle.upM += density * upM;
      middle.weight += density;
    }
    const { weight } = middle;
    const place = { eastM: middle.eastM / weight, northM: middle.northM / weight, upM: middle.upM / weight };
    const head = { id: 'smoke-1', kind: 'smoke', place, distanceM: distanceTo(picture.view, place) } as const;
    return this.#found({ ...head, speedMps: Math.hypot(eastMps, northMps) }, picture);
  }

  #billboard(kind: 'sprite' | 'smoke'): void {
    const { eastM, northM, radiusM, upM } = this.#puff;
    this.#painter.place(eastM, northM, upM, 1, 0);
    if (this.#painter.sizeAt(eastM, northM, upM, radiusM) < 1) return;
    this.#painter.sprite(0, 0, 0, radiusM, this.#samples[kind]);
  }

  #found(
    head: Pick<SceneObject, 'id' | 'kind' | 'place' | 'distanceM' | 'speedMps'>,
    picture: RenderedPicture,
  ): SceneObject | undefined {
    const { height, marginPx, width } = picture;
    let hottestC = Number.NEGATIVE_INFINITY;
    const measure = (x: number, y: number) => {
      hottestC = Math.max(hottestC, picture.temperatureAt?.(x - marginPx, y - marginPx) ?? 0);
    };
    const area = { left: marginPx, top: marginPx, width, height };
    const isThermal = picture.temperatureAt !== undefined;
    const pixels = this.#samples.seen(area, head.kind === 'smoke', isThermal ? measure : undefined);
    if (pixels === undefined || pixels.visiblePx < LEAST_AREA_PX || head.distanceM > picture.visibilityM) {
      return undefined;
    }
    const { box, isTruncated } = boxInPicture(pixels, picture);
    if (box.width <= 0 || box.height <= 0) return undefined;
    const { visiblePx: areaPx, visibleShare } = pixels;
    return { ...head, box, areaPx, visibleShare, isTruncated, ...(isThermal && { hottestC }) };
  }
}

function boxInPicture(
  pixels: SampledPixels,
  { displacement, height, marginPx, width }: RenderedPicture,
): Pick<SceneObject, 'box' | 'isTruncated'> {
  const middleX = (pixels.left + pixels.right) / 2 - marginPx;
  const middleY = (pixels.top + pixels.bottom) / 2 - marginPx;
  const { x: dx, y: dy } = displacement?.(middleX, middleY) ?? { x: 0, y: 0 };
  const left = Math.max(0, pixels.left - marginPx - dx);
  const top = Math.max(0, pixels.top - marginPx - dy);
  const right = Math.min(width, pixels.right - marginPx - dx);
  const bottom = Math.min(height, pixels.bottom - marginPx - dy);
  const isTruncated = left < 1 || top < 1 || right > width - 1 || bottom > height - 1;
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, isTruncated };
}

function distanceTo(view: CameraView, { eastM, northM, upM }: SceneObject['place']): number {
  return Math.hypot(eastM - view.eastM, northM - view.northM, upM - view.upM);
}

function candidatesIn({ bodies, movers }: SceneWorld): readonly Candidate[] {
  const counts: Partial<Record<SceneObjectKind, number>> = {};
  const named = (body: Body, speedMps: number): Candidate[] => {
    const { kind } = body.shape;
    if (kind === undefined) return [];
    const number = (counts[kind] ?? 0) + 1;
    counts[kind] = number;
    return [{ id: `${kind}-${number}`, body, speedMps }];
  };
  return [
    ...bodies.flatMap((body) => named(body, 0)),
    ...movers.flatMap(({ body, speedMps }) => named(body, speedMps)),
  ];
}
