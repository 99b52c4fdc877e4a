import type { JournalRecord } from '@kitestring/hubcontract/record.ts';

/** Identity of a notification. */
export const notificationKey = ({ began, code }: JournalRecord['d']): string => `${code} ${began}`;

/** The notes of a recorder that has told these records, and nothing else. */
export function toldNotes(records: readonly JournalRecord[]): Readonly<Record<string, string>> {
  const open = new Map<string, JournalRecord['d']>();
  const notes: Record<string, string> = {};
  for (const { d, k } of records) {
    if (k === 'notification.begin') open.set(notificationKey(d), d);
    else if (k === 'notification.end') open.delete(notificationKey(d));
    else if (k === 'flight.phase') notes.phase = String(d.state);
    else if (k === 'inventory') notes.inventory = String(d.rev);
  }
  return { ...notes, open: JSON.stringify([...open.values()]) };
}
