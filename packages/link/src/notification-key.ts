import type { JournalRecord } from '@kitestring/hubcontract/record.ts';

/** Identity of a notification. */
export const notificationKey = ({ began, code }: JournalRecord['d']): string => `${code} ${began}`;
