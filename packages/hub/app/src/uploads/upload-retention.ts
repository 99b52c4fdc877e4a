import type { Log } from '@kitestring/base/log.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import type { KeptUpload, UploadTable } from './upload-table.ts';
import type { Uploads } from './uploads.ts';

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
/** Rows looked up at once. */
const PAGE = 100;

export interface UploadRetentionSettings {
  readonly 'recordings.days'?: number | undefined;
  readonly 'recordings.max_gib'?: number | undefined;
  readonly 'flight_logs.days'?: number | undefined;
}

interface UploadRetentionDeps {
  readonly table: UploadTable;
  readonly uploads: Pick<Uploads, 'removeUnread' | 'deleteLeftOver'>;
  readonly settings: UploadRetentionSettings;
  readonly isInCharge: () => boolean;
  readonly log: Log;
}

/** A stored recording or log, with the length of all its files. */
type Stored = Pick<KeptUpload, 'id' | 'kind' | 'sid' | 'recording'> & { readonly bytes: number };

/**
 * Removes recordings and flight logs from the store that are older than the settings allow, and the oldest recordings
 * above a total size. One that is being read stays until the next run; one that is still being uploaded is never
 * touched. Removed ones stay in the list as `removed`, with an event and an audit entry.
 */
export class UploadRetention {
  readonly #deps: UploadRetentionDeps;

  constructor(deps: UploadRetentionDeps) {
    this.#deps = deps;
  }

  /** @returns how many were removed */
  async remove(nowMs: number): Promise<number> {
    const { isInCharge, settings, uploads } = this.#deps;
    if (!isInCharge()) return 0;
    await uploads.deleteLeftOver();
    let removed = 0;
    for (const [kind, days] of [
      ['recording', settings['recordings.days']],
      ['flight_log', settings['flight_logs.days']],
    ] as const) {
      if (days !== undefined) removed += await this.#removeOld(kind, days, nowMs);
    }
    const gib = settings['recordings.max_gib'];
    return gib === undefined ? removed : removed + (await this.#removeAbove(gib, nowMs));
  }

  async #removeOld(kind: UploadKind, days: number, nowMs: number): Promise<number> {
    let removed = 0;
    for (let after = 0; ; ) {
      const { table } = this.#deps;
      const page = await table.oldest(kind, after, PAGE, nowMs - days * DAY_MS);
      for (const stored of page) removed += await this.#removeOne(stored, `kept for ${days} days`);
      if (page.length < PAGE) return removed;
      after = page.at(-1)?.stored_ms ?? after;
    }
  }

  async #removeAbove(gib: number, nowMs: number): Promise<number> {
    const { table } = this.#deps;
    let excess = (await table.storedBytes('recording')) - gib * GIB;
    let removed = 0;
    for (let after = 0; excess > 0; ) {
      const page = await table.oldest('recording', after, PAGE, nowMs);
      for (const stored of page) {
        if (excess <= 0) break;
        const count = await this.#removeOne(stored, `the store is limited to ${gib} GiB`);
        removed += count;
        excess -= count * stored.bytes;
      }
      if (page.length < PAGE) break;
      after = page.at(-1)?.stored_ms ?? after;
    }
    return removed;
  }

  async #removeOne({ id, kind, recording, sid }: Stored, reason: string): Promise<number> {
    const action = { who: 'hub', what: 'retention', station: sid, outcome: `removed ${kind} ${recording}: ${reason}` };
    return (await this.#deps.uploads.removeUnread(id, reason, action)) ? 1 : 0;
  }
}
