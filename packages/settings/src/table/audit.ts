import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** Retention of the audit log. */
export const auditSettings = {
  'audit.keep_days': setting(quantity('days', 1, 36_500), 365, 'Retention time of entries of the audit log.'),
  'audit.max_entries_per_kind': setting(
    count(1000, 10_000_000),
    100_000,
    'Maximum number of entries of each kind (sign-ins, commands, ...) in the audit log; the oldest are removed first. About 300 bytes each.',
  ),
};
