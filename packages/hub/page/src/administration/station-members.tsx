import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { addGroupStation, removeGroupStation } from '@kitestring/hub-contract/fleet/group-operations.ts';
import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import { revokeFleetStation } from '@kitestring/hub-contract/fleet/operations.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText, useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { isFlying, listed } from '../stations/fleet-view.ts';
import { LinkState } from '../stations/link-state.tsx';
import { useGroups } from '../stations/use-groups.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { RemoveButton } from './remove-button.tsx';

/** Rows that are rendered; the search finds the others. */
const SHOWN = 100;

/** Stations as members: their groups, and the end of their membership. */
export function StationMembers() {
  const { members: texts } = useWords().administration;
  const { list } = useWords();
  const { isLoaded, stations } = useFleet();
  const { fault, groups = [], refresh } = useGroups();
  const [text, setText] = useState('');
  const [sid, setSid] = useState<string>();
  const number = useNumberText();
  const fitting = listed(stations, { filter: 'all', order: 'name', text });
  const chosen = stations.find((station) => station.sid === sid);
  return (
    <>
      <Listing
        texts={{ ...texts, none: stations.length === 0 ? list.empty : list.noneFits }}
        items={isLoaded ? fitting.slice(0, SHOWN) : undefined}
        fault={fault}
        filter={<TextField label={list.search} value={text} onChange={setText} type="search" autoComplete="off" />}
      >
        {(station) => (
          <Member
            key={station.sid}
            station={station}
            groups={groups.filter((group) => group.stations.includes(station.sid))}
            onGroups={() => setSid(station.sid)}
          />
        )}
      </Listing>
      {fitting.length > SHOWN && <p className="quiet small">{texts.more(number(fitting.length - SHOWN))}</p>}
      {chosen !== undefined && (
        <GroupsDialog station={chosen} groups={groups} onChange={refresh} onClose={() => setSid(undefined)} />
      )}
    </>
  );
}

interface MemberProps {
  readonly station: HubStation;
  /** Groups of the station. */
  readonly groups: readonly StationGroup[];
  readonly onGroups: () => void;
}

function Member({ groups, onGroups, station }: MemberProps) {
  const { members: texts, remove } = useWords().administration;
  const { session } = useHub();
  const time = useTimestampText();
  const { name, seen, sid, state } = station;
  return (
    <Row
      title={<a href={addressOfPlace('stations', sid)}>{name}</a>}
      facts={[
        <LinkState key="link" station={station} />,
        groups.length === 0 ? texts.noGroup : groups.map((group) => group.name).join(', '),
        seen !== undefined && state !== 'online' && texts.seen(time(seen)),
        <span key="sid" className="mono">
          {sid}
        </span>,
      ]}
    >
      <Button aria-label={`${texts.groups}: ${name}`} onPress={onGroups}>
        {texts.groups}
      </Button>
      {state !== 'revoked' && (
        <RemoveButton
          action={texts.revoke}
          name={`${texts.revoke}: ${name}`}
          title={texts.revokeTitle(name)}
          onRemove={() => session.call(revokeFleetStation, { params: { sid } })}
          onDone={() => {}}
        >
          {isFlying(station) && <strong>{texts.revokeFlying} </strong>}
          {texts.revokeText} {remove.final}
        </RemoveButton>
      )}
    </Row>
  );
}

interface GroupsDialogProps {
  readonly station: HubStation;
  /** All of them. */
  readonly groups: readonly StationGroup[];
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Adds a station to groups and removes it, each at once. */
function GroupsDialog({ groups, onChange, onClose, station }: GroupsDialogProps) {
  const { groups: groupTexts, members: texts, secret } = useWords().administration;
  const { session } = useHub();
  const change = useHubAction();
  const [own, setOwn] = useState(() => new Set(groups.filter(isIn(station)).map(({ id }) => id)));
  const put = (id: string, isIn: boolean) =>
    void change.run(async () => {
      await session.call(isIn ? addGroupStation : removeGroupStation, { params: { id, sid: station.sid } });
      setOwn((before) => new Set(isIn ? [...before, id] : [...before].filter((each) => each !== id)));
      onChange();
    });
  return (
    <DialogBox title={texts.groupsTitle(station.name)} onClose={onClose}>
      {groups.length === 0 && <p className="quiet">{groupTexts.none}</p>}
      <div className="stack">
        {groups.map(({ id, name }) => (
          <CheckBox key={id} isSelected={own.has(id)} onChange={(isSelected) => put(id, isSelected)}>
            {name}
          </CheckBox>
        ))}
      </div>
      <Trouble text={change.trouble ?? change.atField} />
      <Button look="primary" size="large" onPress={onClose}>
        {secret.done}
      </Button>
    </DialogBox>
  );
}

const isIn =
  ({ sid }: HubStation) =>
  ({ stations }: StationGroup): boolean =>
    stations.includes(sid);
