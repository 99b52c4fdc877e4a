import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { ChartIcon, ExitIcon, PinIcon } from '@kitestring/console-ui/icons.tsx';
import { durationText, positionText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { useFocusReturn } from '@kitestring/console-ui/use-focus-return.ts';
import type { FleetStationDetails, HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { readFleetStation } from '@kitestring/hub-contract/fleet/operations.ts';
import { useEffect, useRef } from 'react';
import { AlarmCard } from '../alarms/alarm-card.tsx';
import { useAlarms, useFleet, useScope } from '../fleet-context.tsx';
import { useMomentText, useNumberText } from '../preferences/preferences.tsx';
import { addressOfPlace, addressOfView, goTo, type Section } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { isFlying } from './fleet-view.ts';
import { ageS, LinkState } from './link-state.tsx';
import styles from './station-drawer.module.css';
import { useHubReading } from './use-hub-reading.ts';

const DETAILS_EVERY_MS = 10_000;

/** All data of the hub about one station. Escape closes it. */
export function StationDrawer({ section, sid }: { readonly sid: string; readonly section: Section }) {
  const { ui, station: texts } = useWords();
  const { bySid, isLoaded } = useFleet();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLElement>(null);
  useFocusReturn(place, () => document.querySelector<HTMLElement>(`main a[href$='/${sid}']`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another station takes the focus too
  useEffect(() => heading.current?.focus(), [sid]);
  const station = bySid.get(sid);
  const close = () => goTo(section);
  return (
    <section
      ref={place}
      className={styles.drawer}
      aria-label={texts.details}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {station?.name ?? sid}
        </h2>
        <CloseButton label={ui.close} onPress={close} />
      </header>
      <div className={styles.content}>
        {station !== undefined && <Details station={station} section={section} />}
        {station === undefined && isLoaded && <Trouble text={texts.absent} />}
      </div>
    </section>
  );
}

function Details({ section, station }: { readonly station: HubStation; readonly section: Section }) {
  const words = useWords();
  const { sid } = station;
  const { fault, value } = useHubReading(readFleetStation, {
    params: { sid },
    everyMs: DETAILS_EVERY_MS,
  });
  const { open } = useAlarms();
  const mayRead = useScope('read');
  const alarms = open.filter((alarm) => alarm.sid === sid);
  return (
    <>
      <LastKnown station={station} />
      <div className={styles.links}>
        <a href={`/fleet/v1/stations/${sid}/`}>
          <ExitIcon /> {words.station.console}
        </a>
        {station.latitude !== undefined && section !== 'map' && (
          <a href={addressOfPlace('map', sid)}>
            <PinIcon /> {words.station.onMap}
          </a>
        )}
        {mayRead && (
          <a href={addressOfView('timeline', sid)}>
            <ChartIcon /> {words.station.overTime}
          </a>
        )}
      </div>
      {alarms.length > 0 && (
        <section aria-labelledby="station-alarms">
          <h3 id="station-alarms" className={styles.title}>
            {words.shell.names.alarms}
          </h3>
          <ul className="stack">
            {alarms.map((alarm) => (
              <li key={alarm.id}>
                <AlarmCard alarm={alarm} isNameHidden />
              </li>
            ))}
          </ul>
        </section>
      )}
      {fault !== undefined && <Trouble text={words.trouble.of(fault.status, fault.message)} />}
      {value !== undefined && <Records details={value} />}
      {value !== undefined && <Equipment details={value} />}
    </>
  );
}

/** State, flight and position from the newest beat, with its age. */
function LastKnown({ station }: { readonly station: HubStation }) {
  const words = useWords();
  const { station: texts } = words;
  const number = useNumberText(1);
  const moment = useMomentText();
  useClockTick();
  const { altitude, flight_state = 'Unknown', latitude, longitude, seen, since, state } = station;
  const isStale = state !== 'online';
  const age = ageS(station);
  const time = (timestamp: string | undefined) => {
    const timeUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
    return timeUs === undefined ? undefined : moment(timeUs / 1000);
  };
  return (
    <FactList>
      <Fact name={texts.state} value={<LinkState station={station} />} />
      <Fact name={texts.since} value={time(since)} />
      <Fact
        name={texts.seen}
        value={age === undefined ? texts.never : texts.ago(durationText(age))}
        isStale={isStale}
      />
      {isStale && seen !== undefined && <Fact name={texts.seenAt} value={time(seen)} />}
      <Fact name={texts.flight} value={words.states.flight[flight_state]} isStale={isStale} />
      {isFlying(station) && (
        <Fact
          name={texts.altitude}
          value={altitude === undefined ? undefined : `${number(altitude)} m`}
          isStale={isStale}
        />
      )}
      <Fact
        name={texts.position}
        value={latitude === undefined || longitude === undefined ? undefined : positionText(latitude, longitude)}
      />
    </FactList>
  );
}

/** Progress of the archive for the station. */
function Records({ details: { journal } }: { readonly details: FleetStationDetails }) {
  const { station: texts } = useWords();
  const number = useNumberText();
  if (journal === undefined) return null;
  const { archived } = journal;
  // The newest beat has the head, but records arrive between beats.
  const head = Math.max(journal.head, archived);
  const missing = head - archived;
  return (
    <section aria-labelledby="station-records">
      <h3 id="station-records" className={styles.title}>
        {texts.records}
      </h3>
      <FactList>
        <Fact name={texts.archived} value={texts.archivedOf(number(archived), number(head))} />
        <Fact name={texts.underWay} value={missing === 0 ? texts.none : number(missing)} />
      </FactList>
    </section>
  );
}

function Equipment({ details: { enrolled, inventory, station } }: { readonly details: FleetStationDetails }) {
  const { station: texts } = useWords();
  const moment = useMomentText();
  const enrolledUs = parseTimestamp(enrolled);
  return (
    <section aria-labelledby="station-equipment">
      <h3 id="station-equipment" className={styles.title}>
        {texts.equipment}
      </h3>
      <FactList>
        <Fact name={texts.software} value={inventory.software} />
        <Fact name={texts.api} value={inventory.api} />
        <Fact name={texts.serial} value={inventory.serial} />
        <Fact name={texts.kite} value={inventory.kite} />
        <Fact name={texts.cameras} value={inventory.cameras.length === 0 ? texts.none : inventory.cameras.join(', ')} />
        <Fact name={texts.enrolled} value={enrolledUs === undefined ? undefined : moment(enrolledUs / 1000)} />
        <Fact name={texts.sid} value={<span className="mono">{station.sid}</span>} />
      </FactList>
    </section>
  );
}
