import { DEFAULT_AUDIT_SETTINGS as audit } from '../../audit/audit-settings.ts';
import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** How long the station remembers who did what. */
export const auditSettings = {
  'audit.keep_days': setting(
    quantity('days', 1, 36_500),
    audit.keepDays,
    'How long entries of the audit log are kept.',
  ),
  'audit.max_entries_per_kind': setting(
    count(1000, 10_000_000),
    audit.maxEntriesPerKind,
    'Most entries of each kind (sign-ins, commands, ...) that the audit log keeps; the oldest go first. About 300 bytes each.',
  ),
};
