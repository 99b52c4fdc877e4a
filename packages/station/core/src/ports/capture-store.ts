import type { CaptureAbout } from '@kitestring/station-contract/station/captures.ts';

/** Stored data of a capture in addition to its pictures. Methods throw the disk's errors. */
export interface CaptureFiles {
  has(id: string): boolean;
  about(id: string): CaptureAbout;
  /** Survives a kill once it has resolved. */
  keepAbout(id: string, about: CaptureAbout): Promise<void>;
  /** A JPEG in full size; undefined where there is none. */
  picture(id: string): Promise<Uint8Array | undefined>;
  thumbnail(id: string): Promise<Uint8Array | undefined>;
  keepThumbnail(id: string, jpeg: Uint8Array): Promise<void>;
  /** Calls back when captures are added, changed or removed. */
  onChange(listener: () => void): void;
}

export const NO_ABOUT: CaptureAbout = { name: '', note: '', is_bookmarked: false };
