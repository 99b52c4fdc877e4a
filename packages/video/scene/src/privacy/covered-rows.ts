/** A corner in a picture, pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Rows and columns are covered in pairs: two by two pixels share their colour. */
const PAIR = 2;
/** Corners beyond the picture are drawn near to it: what is inside stays the same to a thousandth of a pixel. */
const FAR_PX = 1e7;

/** Which pixels areas cover: never fewer than they touch. */
export class CoveredRows {
  readonly #width: number;
  readonly #height: number;
  /** One byte for each two by two pixels. */
  readonly #pairs: Uint8Array;
  readonly #pairsAcross: number;
  readonly #crossings: number[] = [];
  #isEmpty = true;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#pairsAcross = width / PAIR;
    this.#pairs = new Uint8Array(this.#pairsAcross * (height / PAIR));
  }

  clear(): void {
    if (!this.#isEmpty) this.#pairs.fill(0);
    this.#isEmpty = true;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  has(x: number, y: number): boolean {
    return this.#pairs[(y >> 1) * this.#pairsAcross + (x >> 1)] === 1;
  }

  /** Calls with each covered stretch: its pair of rows, and its pairs of columns from the first to before the last. */
  each(use: (row: number, from: number, to: number) => void): void {
    if (this.#isEmpty) return;
    const across = this.#pairsAcross;
    let at = this.#pairs.indexOf(1);
    while (at >= 0) {
      const row = Math.floor(at / across);
      const rowEnd = (row + 1) * across;
      const free = this.#pairs.indexOf(0, at);
      const end = free < 0 || free > rowEnd ? rowEnd : free;
      use(row, at - row * across, end - row * across);
      at = this.#pairs.indexOf(1, end);
    }
  }

  /** @param marginPx by which the area is wider on all sides */
  cover(corners: readonly Corner[], marginPx: number): void {
    const near = corners.map(({ x, y }) => ({ x: limited(x), y: limited(y) }));
    const margin = PAIR / 2 + marginPx;
    const rows = near.map(({ y }) => y);
    const first = Math.max(0, Math.floor((Math.min(...rows) - margin) / PAIR));
    const last = Math.min(this.#height / PAIR - 1, Math.floor((Math.max(...rows) + margin) / PAIR));
    for (let row = first; row <= last; row += 1) this.#coverRow(near, row, margin);
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
    const isLevel = lower.y - upper.y < 1e-9;
    const [one, other] = isLevel ? [upper.x, lower.x] : [xAt(upper, lower, top), xAt(upper, lower, bottom)];
    this.#fill(row, Math.min(one, other) - margin, Math.max(one, other) + margin);
  }

  #fill(row: number, fromX: number, toX: number): void {
    if (toX < 0 || fromX >= this.#width) return;
    const first = Math.max(0, Math.floor(fromX / PAIR));
    const last = Math.min(this.#pairsAcross - 1, Math.floor(toX / PAIR));
    const start = row * this.#pairsAcross;
    this.#pairs.fill(1, start + first, start + last + 1);
    this.#isEmpty = false;
  }
}

const limited = (px: number): number => Math.max(-FAR_PX, Math.min(FAR_PX, px));

const xAt = (from: Corner, to: Corner, y: number): number =>
  from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
