import type { JournalRecord } from '@kitestring/hub-contract/record.ts';

/** Identity of a notification. */
export const notificationKey = ({ began, code }: JournalRecord['d']): string => `${code} ${began}`;
