import type { Operation } from '@kitestring/contract/operation.ts';
import { stationStartUs } from '@kitestring/groundstation/station-time.ts';
import { commandLineEntry } from '@kitestring/store/command-line-entry.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';

export const utcUs = (): number => Date.now() * 1000;

/** The actions of one command on plugins or accounts. A station that runs on the data folder follows within a second. */
export class StoreActions {
  /** Station time. */
  readonly nowUs: number;
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
    this.nowUs = stationStartUs(store, utcUs());
  }

  /** Records the action of this command in the audit log. @param target id of the plugin or the account */
  audit(operation: Operation, target: string, input: object): void {
    const entry = { ...commandLineEntry(utcUs(), this.nowUs), kind: 'Administration', target } as const;
    this.#store.audit.append([{ ...entry, operation: operation.id, input: JSON.stringify(input) }]);
  }

  /** Number of valid sessions of a plugin or an account. */
  sessionsOf({ id }: { readonly id: string }): number {
    const sessions = this.#store.sessions.list();
    return sessions.filter(({ pluginId, validUntilUs }) => pluginId === id && validUntilUs > this.nowUs).length;
  }
}
