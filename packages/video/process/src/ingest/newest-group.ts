import type { AccessUnit } from '../access-unit.ts';
import type { IngestLimits } from './ingest-limits.ts';

/** The pictures since the newest key frame, so that one can be decoded at any time. Within the limits. */
export class NewestGroup {
  readonly #limits: Pick<IngestLimits, 'groupBytes' | 'groupPictures'>;
  #units: AccessUnit[] = [];
  #bytes = 0;
  #isFull = false;

  constructor(limits: Pick<IngestLimits, 'groupBytes' | 'groupPictures'>) {
    this.#limits = limits;
  }

  /** Starts with a key frame; empty before the first one. */
  get units(): readonly AccessUnit[] {
    return this.#units;
  }

  add(unit: AccessUnit): void {
    if (unit.isKeyFrame) this.clear();
    else if (this.#isFull || this.#units.length === 0) return;
    const bytes = unit.nals.reduce((sum, nal) => sum + nal.length, 0);
    const { groupBytes, groupPictures } = this.#limits;
    // After a gap pictures cannot be decoded: the ones before it are used until the next key frame.
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
