/** Pixels of a tile: 64 columns of 16 rows. */
export const TILE_COLUMNS = 64;
export const TILE_ROWS = 16;
const COLUMN_BITS = 6;
const ROW_BITS = 4;

/** Which tiles of a picture something was drawn into. */
export class TouchedTiles {
  #across = 0;
  #down = 0;
  #tiles = new Uint8Array(0);

  /** None, of a picture of this size. */
  begin(width: number, height: number): void {
    this.#across = Math.ceil(width / TILE_COLUMNS);
    this.#down = Math.ceil(height / TILE_ROWS);
    const count = this.#across * this.#down;
    if (this.#tiles.length < count) this.#tiles = new Uint8Array(count);
    else this.#tiles.fill(0, 0, count);
  }

  /** Adds pixels from the first to the last; they may lie outside. */
  add(left: number, top: number, right: number, bottom: number): void {
    const first = Math.max(0, Math.floor(left) >> COLUMN_BITS);
    const last = Math.min(this.#across - 1, Math.floor(right) >> COLUMN_BITS);
    if (first > last) return;
    const lowest = Math.min(this.#down - 1, Math.floor(bottom) >> ROW_BITS);
    for (let row = Math.max(0, Math.floor(top) >> ROW_BITS); row <= lowest; row += 1) {
      this.#tiles.fill(1, row * this.#across + first, row * this.#across + last + 1);
    }
  }

  /** Calls with each stretch of touched tiles beside one another: row, first tile and the one behind the last. */
  each(use: (row: number, from: number, to: number) => void): void {
    for (let row = 0; row < this.#down; row += 1) {
      const end = (row + 1) * this.#across;
      let at = row * this.#across;
      while (at < end) {
        while (at < end && this.#tiles[at] === 0) at += 1;
        const from = at;
        while (at < end && this.#tiles[at] === 1) at += 1;
        if (from < at) use(row, from - row * this.#across, at - row * this.#across);
      }
    }
  }
}
