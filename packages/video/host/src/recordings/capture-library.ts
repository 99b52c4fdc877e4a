import type { CaptureAbout } from '@kitestring/station-contract/station/captures.ts';
import { NO_ABOUT } from '@kitestring/station-core/ports';
import { readAbout, readThumbnail, writeAbout, writeThumbnail } from './capture-folder.ts';

/** Recordings and snapshots alike: each has a folder, with what operators have said about it and a thumbnail. */
export abstract class CaptureLibrary {
  readonly #abouts = new Map<string, CaptureAbout>();
  readonly #listeners = new Set<() => void>();

  abstract folder(id: string): string;

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  about(id: string): CaptureAbout {
    return this.#abouts.get(id) ?? NO_ABOUT;
  }

  /** @throws the disk's error */
  async keepAbout(id: string, about: CaptureAbout): Promise<void> {
    await writeAbout(this.folder(id), about);
    this.#abouts.set(id, about);
    this.changed();
  }

  thumbnail(id: string): Promise<Uint8Array | undefined> {
    return readThumbnail(this.folder(id));
  }

  keepThumbnail(id: string, jpeg: Uint8Array): Promise<void> {
    return writeThumbnail(this.folder(id), jpeg);
  }

  protected async readAbout(id: string): Promise<void> {
    const about = await readAbout(this.folder(id));
    if (about !== NO_ABOUT) this.#abouts.set(id, about);
  }

  protected forgetAbout(id: string): void {
    this.#abouts.delete(id);
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
