import { CoveredPairs } from './covered-pairs.ts';

/** A corner in a picture, pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Rows and columns are covered in pairs: two by two pixels share their colour. */
const PAIR = 2;
/** Corners beyond the picture are drawn near to it: what is inside stays the same to a thousandth of a pixel. */
const FAR_PX = 1e7;
/** Below this height an edge is level. */
const LEVEL_PX = 1e-9;

/** Which pixels areas cover: never fewer than they touch. */
export class CoveredRows {
  readonly #width: number;
  readonly #height: number;
  readonly #pairs: CoveredPairs;
  /** Columns that edges touch, the first and the last of each row. */
  readonly #fromX: Float64Array;
  readonly #toX: Float64Array;
  readonly #crossings: number[] = [];

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#pairs = new CoveredPairs(width / PAIR, height / PAIR);
    this.#fromX = new Float64Array(height / PAIR);
    this.#toX = new Float64Array(height / PAIR);
  }

  clear(): void {
    this.#pairs.clear();
  }

  get isEmpty(): boolean {
    return this.#pairs.isEmpty;
  }

  has(x: number, y: number): boolean {
    return this.#pairs.has(x >> 1, y >> 1);
  }

  /** Calls with each covered stretch: its pair of rows, and its pairs of columns from the first to before the last. */
  each(use: (row: number, from: number, to: number) => void): void {
    this.#pairs.each(use);
  }

  /** @param marginPx by which the area is wider on all sides */
  cover(corners: readonly Corner[], marginPx: number): void {
    const near = corners.map(({ x, y }) => ({ x: limited(x), y: limited(y) }));
    const margin = PAIR / 2 + marginPx;
    const rows = near.map(({ y }) => y);
    const first = Math.max(0, Math.floor((Math.min(...rows) - margin) / PAIR));
    const last = Math.min(this.#height / PAIR - 1, Math.floor((Math.max(...rows) + margin) / PAIR));
    if (first > last) return;
    if (isConvex(near)) this.#coverConvex(near, { first, last, margin });
    else for (let row = first; row <= last; row += 1) this.#coverRow(near, row, margin);
  }

  /** Its edges and what is between them are one stretch of each row. */
  #coverConvex(corners: readonly Corner[], { first, last, margin }: RowRange): void {
    this.#fromX.fill(Number.POSITIVE_INFINITY, first, last + 1);
    this.#toX.fill(Number.NEGATIVE_INFINITY, first, last + 1);
    corners.forEach((to, at) => {
      this.#widen(corners.at(at - 1) ?? to, to, { first, last, margin });
    });
    for (let row = first; row <= last; row += 1) this.#fill(row, this.#fromX[row]!, this.#toX[row]!);
  }

  /** Widens rows to what an edge touches of them. */
  #widen(from: Corner, to: Corner, { first, last, margin }: RowRange): void {
    const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
    const isLevel = lower.y - upper.y < LEVEL_PX;
    const end = Math.min(last, Math.floor((lower.y + margin) / PAIR));
    for (let row = Math.max(first, Math.floor((upper.y - margin) / PAIR) - 1); row <= end; row += 1) {
      const y = PAIR * (row + 0.5);
      const top = Math.max(upper.y, y - margin);
      const bottom = Math.min(lower.y, y + margin);
      if (top > bottom) continue;
      const one = isLevel ? upper.x : xAt(upper, lower, top);
      const other = isLevel ? lower.x : xAt(upper, lower, bottom);
      this.#fromX[row] = Math.min(this.#fromX[row]!, one - margin, other - margin);
      this.#toX[row] = Math.max(this.#toX[row]!, one + margin, other + margin);
    }
  }

  #coverRow(corners: readonly Corner[], row: number, margin: number): void {
    const y = PAIR * (row + 0.5);
    const crossings = this.#crossings;
    crossings.length = 0;
    let from = corners.at(-1);
    for (const to of corners) {
      if (from !== undefined) {
        if (from.y <= y !== to.y <= y) crossings.push(xAt(from, to, y));
        this.#coverEdge(from, to, row, margin);
      }
      from = to;
    }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) this.#fill(row, crossings[at]!, crossings[at + 1]!);
  }

  /** The part of an edge within the margin of this row, wider by the margin. */
  #coverEdge(from: Corner, to: Corner, row: number, margin: number): void {
    const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
    const y = PAIR * (row + 0.5);
    const [top, bottom] = [Math.max(upper.y, y - margin), Math.min(lower.y, y + margin)];
    if (top > bottom) return;
    const isLevel = lower.y - upper.y < LEVEL_PX;
    const [one, other] = isLevel ? [upper.x, lower.x] : [xAt(upper, lower, top), xAt(upper, lower, bottom)];
    this.#fill(row, Math.min(one, other) - margin, Math.max(one, other) + margin);
  }

  #fill(row: number, fromX: number, toX: number): void {
    if (toX < 0 || fromX >= this.#width || fromX > toX) return;
    const first = Math.max(0, Math.floor(fromX / PAIR));
    const last = Math.min(this.#width / PAIR - 1, Math.floor(toX / PAIR));
    this.#pairs.cover(row, first, last);
  }
}

/** Pairs of rows that an area can touch. */
interface RowRange {
  readonly first: number;
  readonly last: number;
  readonly margin: number;
}

/** Whether it turns to one side only, and goes around once. */
function isConvex(corners: readonly Corner[]): boolean {
  const count = corners.length;
  let turn = 0;
  let reversals = 0;
  let lastSign = 0;
  // Once more from the start: the last direction is followed by the first one.
  for (let at = 0; at <= count; at += 1) {
    const [before, here, after] = [corners[at % count]!, corners[(at + 1) % count]!, corners[(at + 2) % count]!];
    const alongX = here.x - before.x;
    const side = Math.sign(alongX * (after.y - here.y) - (here.y - before.y) * (after.x - here.x));
    if (side !== 0 && side === -turn) return false;
    turn = side || turn;
    const sign = Math.sign(alongX);
    if (sign !== 0 && sign === -lastSign) reversals += 1;
    lastSign = sign || lastSign;
  }
  return reversals <= 2;
}

const limited = (px: number): number => Math.max(-FAR_PX, Math.min(FAR_PX, px));

const xAt = (from: Corner, to: Corner, y: number): number =>
  from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
