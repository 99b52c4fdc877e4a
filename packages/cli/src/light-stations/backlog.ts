import { randomBytes } from 'node:crypto';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { makeToken, TOKEN_LENGTH } from '@kitestring/hub-contract/tokens.ts';
import type { HubIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { FleetJournal, type NewRecord } from '@kitestring/hub-link/journal/fleet-journal.ts';
import { journalFile } from '@kitestring/hub-link/journal/journal-database.ts';
import type { LightStation } from './light-station.ts';

/** About the average of a station that flies a tenth of the time: a sample each second in flight, each 10 s else. */
const SAMPLE_EVERY_S = 5;
const KEEP_MS = 7 * 86_400_000;
const MAX_BYTES = 512 * 1024 ** 2;

interface BacklogOptions {
  readonly folder: string;
  readonly identity: HubIdentity;
  readonly station: LightStation;
  /** Time without a hub up to now. */
  readonly seconds: number;
  readonly nowMs: number;
}

/** Fills the journal of a station as if it had been without a hub for some time: sealed, signed, not sent. */
export function writeBacklog({ folder, identity, nowMs, seconds, station }: BacklogOptions): void {
  const { credentials, seed } = identity;
  const key = Nkey.fromSeed(seed, 'user');
  using journal = new FleetJournal({
    file: journalFile(folder),
    sid: credentials.sid,
    maxBytes: MAX_BYTES,
    keepMs: KEEP_MS,
    sign: (text) => key.sign(Buffer.from(text)).toString('base64url'),
    newEpoch: () => makeToken(randomBytes(TOKEN_LENGTH)),
    onPutAside: () => {},
  });
  const sample = station.sample();
  const records = Array.from({ length: Math.floor(seconds / SAMPLE_EVERY_S) }, (_, index): NewRecord => {
    const atMs = nowMs - 1000 * (seconds - index * SAMPLE_EVERY_S);
    return { kind: 'state', data: sample, stationMs: atMs, realMs: atMs };
  });
  journal.append(records);
  while (journal.seal(LIMITS.segmentRecordsUsual));
}
