import type { CameraView } from '../camera/camera-view.ts';
import type { Material, MovableFace } from '../raster/face.ts';
import type { FacePainter } from '../raster/face-painter.ts';
import { COLOUR_TILES, HEAT_TILES } from '../raster/ground-texels.ts';
import type { SpanFn } from '../raster/surface.ts';
import type { SceneConditions } from '../render/conditions.ts';
import type { GroundSheet } from './ground-sheet.ts';
import { type GroundTile, GUTTER, INNER_SIZE, TILE_SIZE } from './ground-tile.ts';
import { PassingShade, PHASES } from './passing-shade.ts';
import { setTile, TileChoice } from './tile-choice.ts';

/** Tiles out of sight are kept, too: looking back needs no repainting. */
const MOST_TILES = { colour: COLOUR_TILES - 24, heat: HEAT_TILES - 12 } as const;

/** Draws the ground, tile by tile. */
export class GroundPainter {
  readonly #painter: FacePainter;
  readonly #shade: PassingShade;
  readonly #choices: Readonly<Record<GroundSheet['kind'], TileChoice>>;
  readonly #cos: number;
  readonly #sin: number;
  readonly #tile: GroundTile = { fromX: 0.5, fromY: 0.5, sizeM: 0.5 };
  readonly #face: MovableFace;

  constructor(painter: FacePainter, material: Material, headingRad: number) {
    this.#painter = painter;
    this.#cos = Math.cos(headingRad);
    this.#sin = Math.sin(headingRad);
    this.#shade = new PassingShade(this.#cos, this.#sin);
    this.#choices = {
      colour: new TileChoice(headingRad, MOST_TILES.colour),
      heat: new TileChoice(headingRad, MOST_TILES.heat),
    };
    this.#face = {
      corners: new Float64Array(12),
      normal: Float64Array.of(0, 0, 1),
      uAxis: new Float64Array(3),
      uStart: 0.5,
      vAxis: new Float64Array(3),
      vStart: 0.5,
      perU: 0.5,
      perV: 0.5,
      isTwoSided: false,
      material,
    };
  }

  /** The light of the surface must be set. */
  draw(view: CameraView, sheet: GroundSheet, span: SpanFn, conditions: SceneConditions): void {
    const painter = this.#painter;
    const choice = this.#choices[sheet.kind];
    choice.choose(view);
    this.#shade.set(conditions);
    painter.place(0, 0, 0, this.#cos, this.#sin);
    for (let index = 0; index < choice.count; index += 1) {
      const key = choice.keys[index]!;
      setTile(key, this.#tile);
      painter.surface.texture = sheet.texture(key, this.#tile, this.#shade.of(phase(key)));
      this.#lay(this.#tile);
      if (painter.aim(this.#face)) painter.fill(span);
    }
  }

  #lay({ fromX, fromY, sizeM }: GroundTile): void {
    const face = this.#face;
    const { corners } = face;
    const per = INNER_SIZE / TILE_SIZE / sizeM;
    const edge = GUTTER / TILE_SIZE;
    corners[0] = fromX;
    corners[1] = fromY;
    corners[3] = fromX + sizeM;
    corners[4] = fromY;
    corners[6] = fromX + sizeM;
    corners[7] = fromY + sizeM;
    corners[9] = fromX;
    corners[10] = fromY + sizeM;
    face.uAxis[0] = per;
    face.uStart = edge - fromX * per;
    face.vAxis[1] = -per;
    face.vStart = edge + (fromY + sizeM) * per;
    face.perU = per;
    face.perV = per;
  }
}

/** Adjacent tiles have different phases. */
const phase = (key: number): number => (Math.imul(key, 0x9e37_79b1) >>> 16) % PHASES;
