import type { AuditEvent } from './audit/audit-log.ts';
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

/** An action of the command line on plugins or accounts. @param target id of the plugin or the account */
export const commandLineAction = (operation: string, target: string, input: object): AuditEvent => ({
  kind: 'Administration',
  operation,
  outcome: 'Done',
  address: 'command line',
  target,
  input: JSON.stringify(input),
});
