import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Account } from '@kitestring/station-contract/station/account.ts';
import type { AccountRecord } from '../ports/account-store.ts';

/** An account without its secrets and without what depends on the caller. */
export function shownAccount(
  { createdAtUs, enabled, id, login, name, passkeys, passwordHash, role }: AccountRecord,
  sessions: number,
): Omit<Account, 'is_own' | 'last_used_at'> {
  return {
    id,
    login,
    name,
    role,
    enabled,
    has_password: passwordHash !== undefined,
    passkeys: passkeys.length,
    sessions,
    created_at: formatTimestamp(createdAtUs),
  };
}
