import { Button } from '@kitestring/console-ui/button.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import {
  ALL_STATIONS,
  type FleetUploadPolicy,
  listUploadPolicies,
  removeUploadPolicy,
} from '@kitestring/hub-contract/fleet/policies.ts';
import { useState } from 'react';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText, useTimestampText } from '../preferences/preferences.tsx';
import { listed } from '../stations/fleet-view.ts';
import { LinkState } from '../stations/link-state.tsx';
import { useGroups } from '../stations/use-groups.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { type PolicyReach, policyReach } from './policy-reach.ts';
import { RemoveButton } from './remove-button.tsx';

/** Stations in the list; the search finds the others. */
const SHOWN = 100;

/** A policy whose dialog is open. */
interface Opened {
  readonly policy: FleetUploadPolicy;
  readonly as: 'edited' | 'stations';
}

/** Upload policies, and the stations to which each applies. @param onStation a station was selected there */
export function Policies({ onStation }: { readonly onStation: (name: string) => void }) {
  const { uploads: texts } = useWords().administration;
  const { session } = useHub();
  const { groups } = useGroups();
  const { fault, refresh, value } = useHubReading(listUploadPolicies, { everyMs: 5000 });
  const [opened, setOpened] = useState<Opened>();
  const number = useNumberText();
  const facts = usePolicyFacts();
  const policies = value?.policies ?? [];
  const isForOthers = policies.length > 1;
  const nameOf = ({ group }: FleetUploadPolicy) => {
    if (group === undefined) return isForOthers ? texts.allOthers : texts.all;
    return groups?.find(({ id }) => id === group)?.name ?? group;
  };
  const free = [
    ...(policies.some(({ group }) => group === undefined) ? [] : [{ id: undefined, name: texts.all }]),
    ...(groups ?? []).filter(({ id }) => !policies.some(({ group }) => group === id)),
  ];
  const close = () => setOpened(undefined);
  return (
    <>
      <Listing
        texts={texts}
        items={groups === undefined ? undefined : value?.policies}
        fault={fault}
        {...(value !== undefined &&
          free.length > 0 && {
            add: {
              text: texts.add,
              dialog: (onClose: () => void) => <PolicyDialog targets={free} onDone={refresh} onClose={onClose} />,
            },
          })}
      >
        {(policy) => {
          const name = nameOf(policy);
          const { following, group, stations } = policy;
          return (
            <Row
              key={group ?? ALL_STATIONS}
              title={name}
              badge={{
                text: stations === 0 ? texts.noStation : texts.follow(number(following), number(stations)),
                ...(stations > 0 && following === stations && { tone: 'good' }),
              }}
              facts={facts(policy)}
            >
              <Button
                aria-label={`${texts.stations}: ${name}`}
                onPress={() => setOpened({ policy, as: 'stations' })}
                isDisabled={stations === 0}
              >
                {texts.stations}
              </Button>
              <Button aria-label={`${texts.edit}: ${name}`} onPress={() => setOpened({ policy, as: 'edited' })}>
                {texts.edit}
              </Button>
              <RemoveButton
                action={texts.remove}
                name={`${texts.remove}: ${name}`}
                title={texts.removeTitle(name)}
                onRemove={() => session.call(removeUploadPolicy, { params: { group: group ?? ALL_STATIONS } })}
                onDone={refresh}
              >
                {group === undefined ? texts.removeAllText : texts.removeText} {texts.removeStays}
              </RemoveButton>
            </Row>
          );
        }}
      </Listing>
      {opened?.as === 'edited' && (
        <PolicyDialog
          policy={opened.policy}
          targets={[{ id: opened.policy.group, name: nameOf(opened.policy) }]}
          onDone={refresh}
          onClose={close}
        />
      )}
      {opened?.as === 'stations' && (
        <PolicyStations
          name={nameOf(opened.policy)}
          group={opened.policy.group}
          reach={policyReach(groups ?? [], policies)}
          onStation={(station) => {
            onStation(station);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** A policy in words. */
function usePolicyFacts() {
  const { uploads: texts } = useWords().administration;
  const number = useNumberText();
  const time = useTimestampText();
  return ({ changed, flight_logs: hasLogs, hours, min_link_kbps: kbps, recordings }: FleetUploadPolicy) => [
    texts.recordingsOf[recordings],
    hasLogs ? texts.flightLogs : texts.noFlightLogs,
    kbps !== undefined && texts.linkFrom(number(kbps)),
    hours !== undefined && texts.hours(hours.from, hours.to),
    texts.set(time(changed)),
  ];
}

interface PolicyStationsProps {
  readonly name: string;
  /** Undefined: the policy of all stations whose groups have none. */
  readonly group: string | undefined;
  readonly reach: PolicyReach;
  readonly onStation: (name: string) => void;
  readonly onClose: () => void;
}

/** The stations to which a policy applies, with groups that come later by name. */
function PolicyStations({ group, name, onClose, onStation, reach }: PolicyStationsProps) {
  const { list } = useWords();
  const { members, uploads: texts } = useWords().administration;
  const { stations } = useFleet();
  const number = useNumberText();
  const [text, setText] = useState('');
  const own = stations.filter(({ sid, state }) => state !== 'revoked' && reach.get(sid)?.[0]?.id === group);
  const fitting = listed(own, { filter: 'all', order: 'name', text });
  return (
    <DialogBox title={texts.stationsTitle(name)} onClose={onClose}>
      <Listing
        texts={{ title: list.title, none: list.noneFits }}
        items={fitting.slice(0, SHOWN)}
        fault={undefined}
        filter={<TextField label={list.search} value={text} onChange={setText} type="search" autoComplete="off" />}
      >
        {(station) => {
          const later = (reach.get(station.sid) ?? []).slice(1);
          return (
            <Row
              key={station.sid}
              title={station.name}
              facts={[
                <LinkState key="link" station={station} />,
                later.length > 0 && texts.later(later.map((one) => one.name).join(', ')),
              ]}
            >
              <Button aria-label={`${texts.show}: ${station.name}`} onPress={() => onStation(station.name)}>
                {texts.show}
              </Button>
            </Row>
          );
        }}
      </Listing>
      {fitting.length > SHOWN && <p className="quiet small">{members.more(number(fitting.length - SHOWN))}</p>}
    </DialogBox>
  );
}
