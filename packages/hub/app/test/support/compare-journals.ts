import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { askPatiently, checkRecords } from './check-records.ts';
import type { HubProcess } from './hub-process.ts';

/** All zero but `records` and `declared`: nothing is lost, double, changed, or acknowledged and not there. */
interface JournalSums {
  readonly records: number;
  readonly lost: number;
  readonly double: number;
  /** Given up by a station whose disk was full: its chain says so. */
  readonly declared: number;
  readonly faults: number;
  readonly differing: number;
  readonly behind: number;
}

/** The own journal of each station against what the API of the hub shows of it: numbers, chain, signatures, hashes. */
export async function compareJournals(
  hub: HubProcess,
  stations: readonly { readonly sid: string; readonly folder: string }[],
): Promise<JournalSums> {
  const sum = { records: 0, lost: 0, double: 0, declared: 0, faults: 0, differing: 0, behind: 0 };
  for (const { folder, sid } of stations) {
    const own = ownChain(join(folder, 'journal.sqlite'));
    const { body } = await askPatiently(hub, `stations/${sid}/gaps`);
    const { have = 0 } = body.epochs.find(({ epoch }: { epoch: string }) => epoch === own.epoch) ?? {};
    const report = await checkRecords(hub, sid, own.epoch, have);
    const archived = await readChain(hub, sid, own.epoch);
    sum.records += have;
    sum.lost += report.lost;
    sum.double += report.double;
    sum.declared += report.declared;
    sum.faults += report.faults.length;
    sum.differing += [...archived].filter(([last, hash]) => own.hashes.get(last) !== hash).length;
    // Records that were confirmed to a station must be archived.
    if (have < own.have) sum.behind += 1;
  }
  return sum;
}

/** The journal on the disk of a station. */
function ownChain(file: string) {
  using journal = new DatabaseSync(file, { readOnly: true });
  const meta = (name: string) => journal.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.value;
  const rows = journal.prepare('SELECT last, hash FROM segment').all();
  const hashes = new Map(rows.map(({ hash, last }) => [Number(last), String(hash)]));
  return { epoch: String(meta('epoch')), have: Number(meta('have') ?? 0), hashes };
}

async function readChain(hub: HubProcess, sid: string, epoch: string): Promise<ReadonlyMap<number, string>> {
  const chain = new Map<number, string>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { body } = await askPatiently(hub, `stations/${sid}/segments?epoch=${epoch}&limit=200&after=${after}`);
    for (const { h, l } of body.segments) chain.set(l, h);
    after = body.next_after;
  }
  return chain;
}
