import type { NewAuditRecord } from '../store/audit-table.ts';

/** What entries of the command line have in common: whoever uses it is at the station. Times in microseconds since 1970. */
export const commandLineEntry = (timeUs: number, stationUs: number) =>
  ({
    timeUs,
    stationUs,
    address: 'command line',
    outcome: 'Done',
    count: 1,
  }) as const satisfies Partial<NewAuditRecord>;
