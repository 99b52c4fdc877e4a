import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { MapMark } from './clusters.ts';

/** Sides of a mark in the order in which they are tried. */
const SIDES = ['right', 'left', 'below', 'above'] as const;
export type LabelSide = (typeof SIDES)[number];

interface LabelText {
  /** Width of a name in one line. */
  readonly widthPx: (name: string) => number;
  /** Longer names have several lines. */
  readonly maxWidthPx: number;
  readonly linePx: number;
  /** A side within the map is preferred. */
  readonly map: SizePx;
}

interface Box {
  readonly leftPx: number;
  readonly topPx: number;
  readonly rightPx: number;
  readonly bottomPx: number;
}

/** Half of a mark with its outline. */
const SINGLE_PX = 19;
const CLUSTER_PX = 26;
const GAP_PX = 4;
/** Boxes are searched among those of the same horizontal bands. */
const BAND_PX = 48;

/**
 * A side for each name where it covers no mark and no other name: those that need most attention are placed first.
 * A name without room has none. Away from the edges only positions relative to each other count, so that moving the map
 * changes nothing.
 */
export function labelSides(marks: readonly MapMark[], text: LabelText): ReadonlyMap<string, LabelSide> {
  const taken = new Bands();
  for (const mark of marks) taken.add(markBox(mark));
  const sides = new Map<string, LabelSide>();
  for (const mark of marks.toReversed()) {
    if (mark.stations.length !== 1) continue;
    const free = SIDES.map((side) => ({ side, box: labelBox(mark, side, text) })).filter(({ box }) => !taken.has(box));
    const chosen = free.find(({ box }) => isWithin(box, text.map)) ?? free[0];
    if (chosen === undefined) continue;
    taken.add(chosen.box);
    sides.set(mark.id, chosen.side);
  }
  return sides;
}

function markBox({ stations, xPx, yPx }: MapMark): Box {
  const reachPx = stations.length === 1 ? SINGLE_PX : CLUSTER_PX;
  return { leftPx: xPx - reachPx, topPx: yPx - reachPx, rightPx: xPx + reachPx, bottomPx: yPx + reachPx };
}

function labelBox({ stations, xPx, yPx }: MapMark, side: LabelSide, text: LabelText): Box {
  const wholePx = text.widthPx(stations[0]?.name ?? '');
  const widthPx = Math.min(text.maxWidthPx, wholePx);
  // Words do not fill their lines: one more than their width needs.
  const lines = wholePx <= text.maxWidthPx ? 1 : Math.ceil(wholePx / text.maxWidthPx) + 1;
  const heightPx = lines * text.linePx;
  const outPx = SINGLE_PX + GAP_PX;
  const isBeside = side === 'right' || side === 'left';
  const leftPx = isBeside ? (side === 'right' ? xPx + outPx : xPx - outPx - widthPx) : xPx - widthPx / 2;
  const topPx = isBeside ? yPx - heightPx / 2 : side === 'below' ? yPx + outPx : yPx - outPx - heightPx;
  return { leftPx, topPx, rightPx: leftPx + widthPx, bottomPx: topPx + heightPx };
}

class Bands {
  readonly #byBand = new Map<number, Box[]>();

  add(box: Box): void {
    for (const band of bands(box)) this.#byBand.set(band, [...(this.#byBand.get(band) ?? []), box]);
  }

  /** Whether one of them overlaps the box. */
  has(box: Box): boolean {
    return bands(box).some((band) => this.#byBand.get(band)?.some((each) => overlaps(each, box)));
  }
}

function bands({ bottomPx, topPx }: Box): readonly number[] {
  const first = Math.floor(topPx / BAND_PX);
  return Array.from({ length: Math.floor(bottomPx / BAND_PX) - first + 1 }, (_, index) => first + index);
}

const isWithin = ({ bottomPx, leftPx, rightPx, topPx }: Box, { heightPx, widthPx }: SizePx): boolean =>
  leftPx >= 0 && topPx >= 0 && rightPx <= widthPx && bottomPx <= heightPx;

const overlaps = (a: Box, b: Box): boolean =>
  a.leftPx < b.rightPx && b.leftPx < a.rightPx && a.topPx < b.bottomPx && b.topPx < a.bottomPx;
