/** Larger pictures are taken for nonsense: a key frame of 4K at the highest quality has about 2 MB. */
const PICTURE_MAX_BYTES = 8 * 2 ** 20;
/** A picture has some slices and sets; thousands of tiny units would cost far more memory than they have bytes. */
const NALS_MAX = 1024;
/** Of a usual picture; a larger one lets it grow, and it stays so. */
const FIRST_BYTES = 65_536;

/** The bytes of one picture while it comes in, in one piece of memory whatever the pieces in which they come. */
export class PictureBytes {
  #memory = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  /** Where each NAL unit begins and ends, one after the other. */
  #ends: number[] = [];
  #isInside = false;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** A NAL unit has begun that comes in parts. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** A whole NAL unit. @returns false when it is too much */
  add(nal: Uint8Array): boolean {
    if (!this.append(nal)) return false;
    this.end();
    return true;
  }

  begin(firstByte: number): void {
    this.#isInside = this.append(Uint8Array.of(firstByte));
  }

  append(bytes: Uint8Array): boolean {
    const length = this.#length + bytes.length;
    if (length > PICTURE_MAX_BYTES || this.#ends.length >= NALS_MAX) return false;
    if (length > this.#memory.length) this.#grow(length);
    this.#memory.set(bytes, this.#length);
    this.#length = length;
    return true;
  }

  end(): void {
    this.#ends.push(this.#length);
    this.#isInside = false;
  }

  /** The NAL units, as views on memory of their own. */
  take(): Buffer[] {
    const bytes = Buffer.from(this.#memory.subarray(0, this.#length));
    const nals = this.#ends.map((end, index) => bytes.subarray(this.#ends[index - 1] ?? 0, end));
    this.clear();
    return nals;
  }

  clear(): void {
    this.#length = 0;
    this.#ends = [];
    this.#isInside = false;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.min(PICTURE_MAX_BYTES, Math.max(length, this.#memory.length * 2)));
    larger.set(this.#memory.subarray(0, this.#length));
    this.#memory = larger;
  }
}
