import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { ok, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Account } from '@kitestring/station-contract/station/account.ts';
import * as operations from '@kitestring/station-contract/station/operations.ts';
import { type AccountEditor, type SignInThrottle, shownAccount } from '@kitestring/station-core/auth';
import type { AccountRecord } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Exchange, type RefusalAnswer, type Route, route, tooManyWrongKeys } from '@kitestring/web/http';

interface AccountRouteDeps extends Pick<Station, 'auth'> {
  readonly signInThrottle: SignInThrottle;
}

/** Accounts of people: administered by others, and by themselves. */
export function accountRoutes(deps: AccountRouteDeps): readonly Route[] {
  const { auth } = deps;
  const { accounts } = auth;
  const shown = (account: AccountRecord, caller: Caller) => accountReply(account, auth.useOf(account), caller);
  return [
    route(operations.listAccounts, ({ caller }) =>
      ok({ accounts: accounts.list().map((account) => shown(account, caller)) }),
    ),
    route(operations.addAccount, async ({ body, caller, exchange }) => {
      const added = await accounts.add(body, editor(caller));
      if (!added.ok) return added;
      exchange.target = added.value.id;
      return { status: 201, body: shown(added.value, caller) };
    }),
    route(operations.changeAccount, async ({ body, caller, params: { id } }) => {
      const changed = await accounts.change(id, body, editor(caller));
      return changed.ok ? ok(shown(changed.value, caller)) : changed;
    }),
    route(operations.evictAccount, ({ params: { id } }) => accounts.evict(id)),
    route(operations.removeAccount, ({ caller, params: { id } }) => accounts.remove(id, editor(caller))),
    route(operations.getOwnAccount, ({ caller }) => {
      const own = ownAccount(auth, caller);
      return own.ok ? ok(shown(own.value, caller)) : own;
    }),
    route(operations.changeOwnPassword, async ({ body: { current = '', password }, caller, exchange }) => {
      const proven = await provenOwner(deps, current, caller, exchange);
      return 'refusal' in proven ? proven : accounts.setOwnPassword(editor(caller), password);
    }),
  ];
}

/** A screen of a watch link has none, even if an account created the link. */
export function ownAccount({ accounts }: Station['auth'], { callerId, role }: Caller): Result<AccountRecord> {
  const account = role === undefined ? undefined : accounts.get(callerId);
  return account === undefined ? refuse('NO_ACCOUNT') : ok(account);
}

const editor = ({ callerId: accountId, sessionId }: Caller): AccountEditor => ({ accountId, sessionId });

/** An open session must not be sufficient to take over the account: its password is requested again. */
export async function provenOwner(
  { auth, signInThrottle }: AccountRouteDeps,
  password: string,
  caller: Caller,
  { clientAddress }: Exchange,
): Promise<RefusalAnswer | { readonly account: AccountRecord }> {
  const own = ownAccount(auth, caller);
  if (!own.ok) return own;
  const { login, passwordHash } = own.value;
  if (passwordHash === undefined) return { account: own.value };
  const judged = await signInThrottle.inTurn(clientAddress, login, async () => {
    const account = await auth.accounts.withPassword(login, password);
    return [account === undefined ? 'wrong' : 'right', account];
  });
  if (judged.kind === 'later') return tooManyWrongKeys(judged.waitS);
  const account = judged.value;
  return account === undefined ? WRONG_PASSWORD : { account };
}

/** Not 401: the session is valid, and clients would treat that as its end. */
const WRONG_PASSWORD: RefusalAnswer = { refusal: refusal('WRONG_PASSWORD') };

function accountReply(account: AccountRecord, use: ReturnType<Station['auth']['useOf']>, caller: Caller): Account {
  const { lastUsedAtUs, sessions } = use;
  return {
    ...shownAccount(account, sessions),
    ...(lastUsedAtUs !== undefined && { last_used_at: formatTimestamp(lastUsedAtUs) }),
    is_own: account.id === caller.callerId,
  };
}
