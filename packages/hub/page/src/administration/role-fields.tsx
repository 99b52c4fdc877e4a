import { Choice } from '@kitestring/console-ui/choice.tsx';
import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import { FLEET_ROLES, type FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { ROLES_OF_ALL_STATIONS } from '@kitestring/hub-contract/role-rights.ts';
import { useWords } from '../words/words-context.tsx';

/** Instead of the id of a group: for all stations. */
const ALL = '';

export interface RoleChoice {
  readonly role: FleetRole;
  /** Undefined: all stations. */
  readonly group: string | undefined;
}

interface RoleFieldsProps {
  readonly value: RoleChoice;
  readonly groups: readonly StationGroup[];
  readonly onChange: (value: RoleChoice) => void;
}

/** A role and the stations to which it applies; `auditor` and `admin` always apply to all. */
export function RoleFields({ groups, onChange, value }: RoleFieldsProps) {
  const { roles: texts } = useWords().administration;
  const isForAll = ROLES_OF_ALL_STATIONS.has(value.role);
  const options = [{ id: ALL, name: texts.allStations }, ...(isForAll ? [] : groups)];
  return (
    <>
      <Choice
        label={texts.role}
        options={FLEET_ROLES.map((id) => ({ id, name: `${texts.names[id]}: ${texts.may[id]}` }))}
        value={value.role}
        onChange={(role) => onChange({ role, group: ROLES_OF_ALL_STATIONS.has(role) ? undefined : value.group })}
      />
      <Choice
        label={texts.stations}
        options={options.map(({ id, name }) => ({ id, name }))}
        value={value.group ?? ALL}
        onChange={(id) => onChange({ ...value, group: id === ALL ? undefined : id })}
      />
    </>
  );
}

/** In the form of the API. */
export const roleBody = ({ group, role }: RoleChoice) => ({ role, ...(group !== undefined && { group }) });

/** A role and its stations, as text. */
export function useRoleText(groups: readonly StationGroup[]): (right: RoleChoice) => string {
  const { roles: texts } = useWords().administration;
  return ({ group, role }) => {
    const place = group === undefined ? texts.allStations : groups.find(({ id }) => id === group)?.name;
    return `${texts.names[role]}, ${place ?? group}`;
  };
}
