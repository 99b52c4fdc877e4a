/** Columns of pairs in a word. */
const WORD = 32;

/** A bit for each two by two pixels of a picture, row by row: whether they are covered. */
export class CoveredPairs {
  readonly #across: number;
  readonly #wordsAcross: number;
  readonly #words: Int32Array;
  /** Rows outside of these have no bit. */
  #firstRow: number;
  #endRow = 0;

  constructor(across: number, rows: number) {
    this.#across = across;
    this.#wordsAcross = Math.ceil(across / WORD);
    this.#words = new Int32Array(this.#wordsAcross * rows);
    this.#firstRow = rows;
  }

  get isEmpty(): boolean {
    return this.#endRow === 0;
  }

  clear(): void {
    if (this.isEmpty) return;
    this.#words.fill(0, this.#firstRow * this.#wordsAcross, this.#endRow * this.#wordsAcross);
    this.#firstRow = this.#words.length / this.#wordsAcross;
    this.#endRow = 0;
  }

  has(column: number, row: number): boolean {
    return ((this.#words[row * this.#wordsAcross + (column >> 5)]! >> (column & 31)) & 1) === 1;
  }

  /** @param first, last columns within the picture */
  cover(row: number, first: number, last: number): void {
    this.#firstRow = Math.min(this.#firstRow, row);
    this.#endRow = Math.max(this.#endRow, row + 1);
    const start = row * this.#wordsAcross;
    const [firstWord, lastWord] = [start + (first >> 5), start + (last >> 5)];
    for (let word = firstWord; word <= lastWord; word += 1) {
      const from = word === firstWord ? -1 << (first & 31) : -1;
      const to = word === lastWord ? -1 >>> (31 - (last & 31)) : -1;
      this.#words[word] = this.#words[word]! | (from & to);
    }
  }

  /** Calls with each covered stretch of a row: its columns from the first to before the last. */
  each(use: (row: number, from: number, to: number) => void): void {
    for (let row = this.#firstRow; row < this.#endRow; row += 1) this.#eachOf(row, use);
  }

  #eachOf(row: number, use: (row: number, from: number, to: number) => void): void {
    let from = -1;
    for (let word = 0; word < this.#wordsAcross; word += 1) {
      const bits = this.#words[row * this.#wordsAcross + word]!;
      // Where a stretch begins, a bit is looked for; where one is open, the first that is missing.
      for (let bit = 0; bit < WORD; ) {
        const rest = (from < 0 ? bits : ~bits) >>> bit;
        if (rest === 0) break;
        bit += trailingZeros(rest);
        if (from < 0) from = word * WORD + bit;
        else {
          use(row, from, word * WORD + bit);
          from = -1;
        }
      }
    }
    if (from >= 0) use(row, from, this.#across);
  }
}

const trailingZeros = (bits: number): number => 31 - Math.clz32(bits & -bits);
