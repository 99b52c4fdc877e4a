import type { NewAuditRecord } from './audit/audit-table.ts';

/**
 * Common part of audit entries from the command line, whose user is at the station. Times in microseconds since 1970.
 */
export const commandLineEntry = (timeUs: number, stationUs: number) =>
  ({
    timeUs,
    stationUs,
    address: 'command line',
    outcome: 'Done',
    count: 1,
  }) as const satisfies Partial<NewAuditRecord>;
