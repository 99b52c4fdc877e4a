import { Fault } from '@kitestring/base/fault.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import {
  addPlugin,
  disablePlugin,
  enablePlugin,
  removePlugin,
  rotatePluginKey,
} from '@kitestring/station-contract/admin/operations.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { AccountChange, NewAccount } from '@kitestring/station-contract/station/account.ts';
import {
  addAccount,
  changeAccount,
  evictAccount,
  removeAccount,
} from '@kitestring/station-contract/station/account-operations.ts';
import {
  type Auth,
  type IssuedPluginKey,
  normalLogin,
  type PluginView,
  shownAccount,
} from '@kitestring/station-core/auth';
import type { AccountRecord, PluginRecord } from '@kitestring/station-core/ports';
import { type FirstKeyPlace, followFirstKey } from '../first-key/first-key-file.ts';

export interface AdministrationDeps {
  /** The current one: a restart of the simulated computer creates another. */
  readonly auth: () => Auth;
  readonly firstKey: FirstKeyPlace;
  /** Records an action of the command line in the audit log. */
  readonly audit: (operation: Operation, target: string, input: object) => void;
}

/** An action that was refused. */
export class AdministrationFault extends Fault {
  /** Whether the command line itself is wrong, not the state of the station. */
  readonly isUsage: boolean;

  constructor(message: string, isUsage: boolean) {
    super(message);
    this.isUsage = isUsage;
  }
}

/** An account or a plugin by its id, or by its login or name. */
interface Who {
  readonly who: string;
}

/**
 * Actions of the command line on accounts and plugins: in the station that runs on the data folder, or on the folder
 * itself. Its user has access to the machine, so it may also remove the last administrator. Input and output are JSON.
 */
export function administrationActions({ audit, auth, firstKey }: AdministrationDeps) {
  const findAccount = ({ who }: Who) => found(auth().accounts.list(), who, 'account', (account) => account.login);
  const findPlugin = ({ who }: Who) => found(auth().pluginRecords(), who, 'plugin', (plugin) => plugin.name);
  return {
    accounts: async (_: object) =>
      auth()
        .accounts.list()
        .map((account) => shownAccount(account, auth().useOf(account).sessions)),
    findAccount: async (one: Who) => shownLogin(findAccount(one)),
    addAccount: async (account: NewAccount) => {
      const added = accepted(await auth().accounts.add(account));
      // Without names: they are stored where they can be erased.
      const changed = account.password === undefined ? ['name'] : ['name', 'password'];
      audit(addAccount, added.id, { role: added.role, changed });
      return shownLogin(added);
    },
    changeAccount: async ({ change, ...one }: Who & { readonly change: AccountChange }) => {
      const { password, ...access } = change;
      const changed = accepted(await auth().accounts.change(findAccount(one).id, change));
      audit(changeAccount, changed.id, { ...access, changed: password === undefined ? [] : ['password'] });
      return shownLogin(changed);
    },
    evictAccount: async (one: Who) => {
      const account = findAccount(one);
      accepted(auth().accounts.evict(account.id));
      audit(evictAccount, account.id, {});
      return shownLogin(account);
    },
    removeAccount: async (one: Who) => {
      const account = findAccount(one);
      accepted(auth().accounts.remove(account.id));
      audit(removeAccount, account.id, {});
      return shownLogin(account);
    },
    plugins: async (_: object) => auth().pluginList().map(shownPlugin),
    findPlugin: async (one: Who) => shownName(findPlugin(one)),
    addPlugin: async (plugin: { readonly name: string; readonly scopes: readonly Scope[] }) => {
      const issued = accepted(await auth().addPlugin(plugin));
      audit(addPlugin, issued.plugin.id, { name: issued.plugin.name });
      return shownKey(issued);
    },
    rotatePlugin: async ({ graceS, ...one }: Who & { readonly graceS?: number }) => {
      const before = findPlugin(one);
      const issued = accepted(await auth().rotateKey(before.id, graceS));
      audit(rotatePluginKey, before.id, { name: before.name });
      return { ...shownKey(issued), file: await followFirstKey(firstKey, before, issued.key) };
    },
    switchPlugin: async ({ enabled, ...one }: Who & { readonly enabled: boolean }) => {
      const plugin = findPlugin(one);
      accepted(auth().setEnabled(plugin.id, enabled));
      audit(enabled ? enablePlugin : disablePlugin, plugin.id, { name: plugin.name });
      return shownName(plugin);
    },
    removePlugin: async (one: Who) => {
      const plugin = findPlugin(one);
      accepted(auth().removePlugin(plugin.id));
      audit(removePlugin, plugin.id, { name: plugin.name });
      await followFirstKey(firstKey, plugin, undefined);
      return shownName(plugin);
    },
  };
}

type AdministrationActions = ReturnType<typeof administrationActions>;

/** Performs one action. @throws AdministrationFault, StoreFault */
export type Administer = <Action extends keyof AdministrationActions>(
  action: Action,
  input: Parameters<AdministrationActions[Action]>[0],
) => ReturnType<AdministrationActions[Action]>;

/** The actions on objects of this process. */
export function administerWith(deps: AdministrationDeps): Administer {
  const actions = administrationActions(deps);
  return (action, input) => (actions[action] as (given: object) => never)(input);
}

/** The value of an accepted result. @throws AdministrationFault */
function accepted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new AdministrationFault(result.refusal.message, true);
}

function found<T extends { readonly id: string }>(
  all: readonly T[],
  who: string,
  kind: string,
  nameOf: (one: T) => string,
): T {
  const wanted = kind === 'account' ? normalLogin(who) : who;
  const one = all.find((each) => each.id === who || nameOf(each) === wanted);
  if (one !== undefined) return one;
  const names = all.map(nameOf).join(', ') || 'none';
  throw new AdministrationFault(`there is no ${kind} "${who}"; there are: ${names}`, false);
}

const shownLogin = ({ enabled, id, login, name, role }: AccountRecord) => ({ id, login, name, role, enabled });

const shownName = ({ id, name }: PluginRecord) => ({ id, name });

const shownKey = ({ key, plugin: { id, name, scopes } }: IssuedPluginKey) => ({ id, name, scopes, key });

const shownPlugin = ({
  createdAtUs,
  id,
  name,
  previousKeyValidUntilUs: untilUs,
  scopes,
  sessions,
  state,
}: PluginView) => ({
  id,
  name,
  state,
  scopes,
  sessions,
  created_at: formatTimestamp(createdAtUs),
  ...(untilUs !== undefined && { previous_key_valid_until: formatTimestamp(untilUs) }),
});
