/** Larger pictures are invalid: a 4K key frame at the highest quality has about 2 MB. */
const PICTURE_MAX_BYTES = 8 * 2 ** 20;
/** A picture has some slices and sets; thousands of tiny units would take far more memory than their bytes. */
const NALS_MAX = 1024;
/** Size for a typical picture; a larger one enlarges it permanently. */
const FIRST_BYTES = 65_536;

/** Bytes of an incoming picture in one contiguous buffer. */
export class PictureBytes {
  #memory = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  /** Start and end of each NAL unit, alternating. */
  #ends: number[] = [];
  #isInside = false;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** A fragmented NAL unit is in progress. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Adds a complete NAL unit. @returns false when it is too large */
  add(nal: Uint8Array): boolean {
    if (!this.append(nal)) return false;
    this.end();
    return true;
  }

  begin(head: Uint8Array): void {
    this.#isInside = this.append(head);
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

  /** The NAL units, as views on a copy. */
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
