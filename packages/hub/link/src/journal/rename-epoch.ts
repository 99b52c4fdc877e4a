import { hash } from 'node:crypto';
import { FIRST_PREVIOUS_HASH, segmentText } from '@kitestring/hub-contract/segment.ts';
import type { JournalStatements } from './journal-statements.ts';

/**
 * Chains every kept segment again under a new epoch: numbers and bodies stay, only hashes change. Signatures are not
 * made here, which would take a hundred times as long. Must be called within a transaction.
 */
export function renameEpoch({ chain, segmentHeads }: JournalStatements, epoch: string): void {
  let previous = FIRST_PREVIOUS_HASH;
  for (const row of segmentHeads.all()) {
    const span = { f: Number(row.first), l: Number(row.last), t0: Number(row.t0), t1: Number(row.t1) };
    const text = segmentText({
      v: 1,
      e: epoch,
      ...span,
      ev: row.has_event === 1,
      p: previous,
      b: String(row.body_hash),
    });
    const own = hash('sha256', text, 'base64url');
    chain.run(previous, own, span.f);
    previous = own;
  }
}
