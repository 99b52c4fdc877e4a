import type { FleetAuditEntry } from '@kitestring/hub-contract/fleet/administration.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { readFleetAudit } from '@kitestring/hub-contract/fleet/operations.ts';
import type { callHub } from '../api/call-hub.ts';

/** As typed. */
export interface AuditFilter {
  readonly who: string;
  /** Name or sid. */
  readonly station: string;
  /** In the format of `datetime-local`. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: AuditFilter = { who: '', station: '', from: '', to: '' };

/** Maximum of entries in one file. */
export const EXPORTED_MAX = 100_000;
const PAGE = 1000;

/** The filter in the form of the API. @param isUtc time zone of the entered times */
export function auditQuery(filter: AuditFilter, stations: readonly HubStation[], isUtc: boolean) {
  const typed = filter.station.trim();
  const named = stations.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return {
    who: filter.who.trim() || undefined,
    station: named?.sid ?? (typed || undefined),
    from: timeOf(filter.from, isUtc),
    to: timeOf(filter.to, isUtc),
  };
}

function timeOf(local: string, isUtc: boolean): string | undefined {
  const time = new Date(isUtc ? `${local}Z` : local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Whether an entry is a refusal: by its code, or by the status in the answer of a station. */
export const isRefusal = (outcome: string): boolean => /^(?:[A-Z]+(?:_[A-Z]+)*|[45]\d\d)(?: |$)/.test(outcome);

/** All matching entries, newest first, page by page. @throws CallFault */
export async function readWholeAudit(
  call: typeof callHub,
  query: ReturnType<typeof auditQuery>,
): Promise<{ readonly entries: readonly FleetAuditEntry[]; readonly isComplete: boolean }> {
  const entries: FleetAuditEntry[] = [];
  let before: number | undefined;
  while (entries.length < EXPORTED_MAX) {
    const page = await call(readFleetAudit, {
      query: { ...query, before, limit: PAGE },
    });
    entries.push(...page.entries);
    before = page.next_before;
    if (before === undefined) return { entries, isComplete: true };
  }
  return { entries, isComplete: false };
}
