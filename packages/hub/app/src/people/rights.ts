import type { FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { SCOPES_OF_FLEET_ROLE } from '@kitestring/hub-contract/role-rights.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Database } from '../database/database.ts';
import type { HubApiKey } from '../registry/api-keys.ts';
import { type BoundRole, RoleBindings } from './role-bindings.ts';
import { type GroupOfStations, StationGroups } from './station-groups.ts';

/** A role and the stations for which it applies. */
export interface Right {
  readonly role: FleetRole;
  /** Undefined: all stations. */
  readonly group: GroupOfStations | undefined;
}

export const isAt = ({ group }: Right, sid: string): boolean => group === undefined || group.sids.has(sid);

/** Combined scopes of these rights. */
export const scopes = (rights: readonly Right[]): readonly Scope[] => [
  ...new Set(rights.flatMap(({ role }) => SCOPES_OF_FLEET_ROLE[role])),
];

/** Equal as long as the rights apply to the same stations. */
export const fingerprintOf = (rights: readonly Right[]): string =>
  JSON.stringify(rights.map(({ group, role }) => [role, group?.id, [...(group?.sids ?? [])].sort()]).sort());

/** Roles of keys, and bindings of roles to keys and claims. */
export class Rights {
  readonly groups: StationGroups;
  readonly bindings: RoleBindings;
  readonly #listeners = new Set<(place: 'here' | 'elsewhere') => void>();

  private constructor(database: Database) {
    this.groups = new StationGroups(database);
    this.bindings = new RoleBindings(database);
  }

  static async open(database: Database): Promise<Rights> {
    const rights = new Rights(database);
    await rights.load();
    return rights;
  }

  ofKey({ groupId, id, role }: HubApiKey): readonly Right[] {
    return [...this.#right(role, groupId), ...this.#bound(({ keyId }) => keyId === id)];
  }

  /** @param claims values of the role claim of a person */
  ofClaims(claims: readonly string[]): readonly Right[] {
    return this.#bound(({ claim }) => claim !== undefined && claims.includes(claim));
  }

  /** Called after each change: `here` for one by this replica. @returns a function that removes the listener */
  onChange(listener: (place: 'here' | 'elsewhere') => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called after a change by this replica. */
  changed(): void {
    for (const listener of this.#listeners) listener('here');
  }

  /** Reads all rights again: another replica may have changed some. */
  async load(): Promise<void> {
    await this.groups.reload();
    await this.bindings.reload();
    for (const listener of this.#listeners) listener('elsewhere');
  }

  #bound(fits: (binding: BoundRole) => boolean): readonly Right[] {
    return this.bindings
      .list()
      .filter(fits)
      .flatMap(({ groupId, role }) => this.#right(role, groupId));
  }

  /** None when the group was deleted: never more than was granted. */
  #right(role: FleetRole, groupId: string | undefined): readonly Right[] {
    const group = groupId === undefined ? undefined : this.groups.get(groupId);
    return groupId !== undefined && group === undefined ? [] : [{ role, group }];
  }
}
