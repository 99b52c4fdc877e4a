import type { AccessUnit } from '../access-unit.ts';
import type { IngestLimits } from './ingest-limits.ts';

/** The pictures since the newest key frame, so that a single one can be decoded at any time. Never more than the limits. */
export class NewestGroup {
  readonly #limits: Pick<IngestLimits, 'groupBytes' | 'groupPictures'>;
  #units: AccessUnit[] = [];
  #bytes = 0;
  #isFull = false;

  constructor(limits: Pick<IngestLimits, 'groupBytes' | 'groupPictures'>) {
    this.#limits = limits;
  }

  /** Begins with a key frame; empty before the first one. */
  get units(): readonly AccessUnit[] {
    return this.#units;
  }

  add(unit: AccessUnit): void {
    if (unit.isKeyFrame) this.clear();
    else if (this.#isFull || this.#units.length === 0) return;
    const bytes = unit.nals.reduce((sum, nal) => sum + nal.length, 0);
    const { groupBytes, groupPictures } = this.#limits;
    // What comes after a gap cannot be decoded: the pictures up to here have to do until the next key frame.
    this.#isFull = !unit.isKeyFrame && (this.#bytes + bytes > groupBytes || this.#units.length >= groupPictures);
    if (this.#isFull) return;
    this.#units.push(unit);
    this.#bytes += bytes;
  }

  clear(): void {
    this.#units = [];
    this.#bytes = 0;
    this.#isFull = false;
  }
}
