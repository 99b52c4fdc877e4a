import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { CapturesOfPeriod } from '@kitestring/station-core/captures';

/** Each has at most 20 kB, so that a report stays below 2 MB. */
export const PICTURES_MAX = 60;

interface ReportPicture {
  readonly id: string;
  readonly takenUs: number;
  readonly name: string;
  readonly note: string;
  /** A small JPEG; undefined where it cannot be read. */
  readonly jpeg: Uint8Array | undefined;
}

export interface ReportPictures {
  /** In order of time. */
  readonly shown: readonly ReportPicture[];
  /** How many there are without a place in the report. */
  readonly leftOut: number;
}

/** Small pictures for a report; of too many those with a bookmark come first. */
export async function reportPictures(
  snapshots: CapturesOfPeriod['snapshots'],
  thumbnail: (id: string) => Promise<Result<Uint8Array>>,
): Promise<ReportPictures> {
  const byWorth = snapshots.toSorted((a, b) => Number(b.about.is_bookmarked) - Number(a.about.is_bookmarked));
  const chosen = byWorth.slice(0, PICTURES_MAX).toSorted((a, b) => a.takenUs - b.takenUs);
  const shown: ReportPicture[] = [];
  for (const { about, id, takenUs } of chosen) {
    const jpeg = await thumbnail(id);
    shown.push({ id, takenUs, name: about.name, note: about.note, jpeg: jpeg.ok ? jpeg.value : undefined });
  }
  return { shown, leftOut: snapshots.length - shown.length };
}
