import { Choice } from '@kitestring/console-ui/choice.tsx';
import { bytesText } from '@kitestring/console-ui/quantity-text.ts';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { readStationPolicy } from '@kitestring/hub-contract/fleet/policies.ts';
import {
  type FleetRecording,
  listFleetFlightLogs,
  listFleetRecordings,
  RECORDING_STATES,
  removeFleetFlightLog,
  removeFleetRecording,
} from '@kitestring/hub-contract/fleet/recordings.ts';
import type { UploadWait } from '@kitestring/hub-contract/upload-wait.ts';
import { useState } from 'react';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText, usePreferences, useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { listed } from '../stations/fleet-view.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { Listing, Row } from './listing.tsx';
import { Policies } from './policies.tsx';
import { RemoveButton } from './remove-button.tsx';
import { PageButtons, useTurnedPages } from './turned-pages.tsx';

const PAGE = 50;
const EVERY_MS = 5000;
const OPERATIONS = {
  recording: { list: listFleetRecordings, remove: removeFleetRecording },
  flight_log: { list: listFleetFlightLogs, remove: removeFleetFlightLog },
} as const;
type Kind = keyof typeof OPERATIONS;
const KINDS: readonly Kind[] = ['recording', 'flight_log'];
/** Instead of a state: all but deleted ones. */
const ANY = 'any';
const STATES = [ANY, ...RECORDING_STATES] as const;

interface UploadFilter {
  /** Part of a name or sid, as typed. */
  readonly station: string;
  readonly kind: Kind;
  readonly state: (typeof STATES)[number];
}

/** Upload policies, and below them all uploads with their state. */
export function Uploads() {
  const [filter, setFilter] = useState<UploadFilter>({ station: '', kind: 'recording', state: ANY });
  const pages = useTurnedPages();
  const change = (part: Partial<UploadFilter>) => {
    setFilter((before) => ({ ...before, ...part }));
    pages.setTurned([]);
  };
  const { uploads: texts } = useWords().administration;
  const { stations } = useFleet();
  const number = useNumberText();
  const { kind, state } = filter;
  const { count, station } = findStation(stations, filter.station);
  const isListed = filter.station.trim() === '' || station !== undefined;
  const { fault, refresh, value } = useHubReading(isListed ? OPERATIONS[kind].list : undefined, {
    query: { sid: station?.sid, state: state === ANY ? undefined : state, before: pages.before, limit: PAGE },
    everyMs: EVERY_MS,
  });
  return (
    <>
      <Policies onStation={(name) => change({ station: name })} />
      <Listing
        texts={{
          title: texts.listTitle,
          lead: texts.listLead,
          none: isListed ? texts.nothing : texts.matching(count, number(count)),
        }}
        items={isListed ? value?.recordings : []}
        fault={fault}
        filter={<Filter filter={filter} onChange={change} station={station} />}
      >
        {(upload) => <Upload key={upload.id} upload={upload} isNameHidden={station !== undefined} onDone={refresh} />}
      </Listing>
      {(pages.before !== undefined || value?.next_before !== undefined) && (
        <PageButtons pages={pages} next={value?.next_before} />
      )}
    </>
  );
}

/** The station that a text means, by its full name or sid or as the only match; otherwise the number of matches. */
function findStation(stations: readonly HubStation[], typed: string) {
  const text = typed.trim().toLowerCase();
  if (text === '') return { count: stations.length, station: undefined };
  const fitting = listed(stations, { filter: 'all', order: 'name', text });
  const exact = fitting.find(({ name, sid }) => name.toLowerCase() === text || sid === text);
  return { count: fitting.length, station: exact ?? (fitting.length === 1 ? fitting[0] : undefined) };
}

interface FilterProps {
  readonly filter: UploadFilter;
  readonly onChange: (part: Partial<UploadFilter>) => void;
  readonly station: HubStation | undefined;
}

function Filter({ filter, onChange, station }: FilterProps) {
  const { audit, uploads: texts } = useWords().administration;
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={audit.station}
          hint={audit.stationHint}
          value={filter.station}
          type="search"
          autoComplete="off"
          onChange={(typed) => onChange({ station: typed })}
        />
        <Choice
          label={texts.kind}
          options={KINDS.map((id) => ({ id, name: texts.kinds[id] }))}
          value={filter.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <Choice
          label={texts.state}
          options={STATES.map((id) => ({ id, name: texts.states[id] }))}
          value={filter.state}
          onChange={(state) => onChange({ state })}
        />
      </div>
      {station !== undefined && <StationPolicy key={station.sid} station={station} />}
    </>
  );
}

/** Shows which policy applies to a station, and whether it follows. */
function StationPolicy({ station: { name, sid } }: { readonly station: HubStation }) {
  const { uploads: texts } = useWords().administration;
  const time = useTimestampText();
  const { value } = useHubReading(readStationPolicy, { params: { sid }, everyMs: EVERY_MS });
  if (value === undefined) return null;
  const { flight_logs: hasLogs, followed, follows, recordings } = value;
  const what = [texts.recordingsOf[recordings], hasLogs ? texts.flightLogs : texts.noFlightLogs].join(', ');
  return (
    <p role="status">
      {follows ? texts.follows(name, what) : texts.notYet(name, what)}
      {follows && followed !== undefined && <span className="quiet"> {texts.set(time(followed))}</span>}
    </p>
  );
}

interface UploadProps {
  readonly upload: FleetRecording;
  /** If a single station is shown. */
  readonly isNameHidden: boolean;
  readonly onDone: () => void;
}

function Upload({ isNameHidden, onDone, upload }: UploadProps) {
  const { remove, uploads: texts } = useWords().administration;
  const { bySid } = useFleet();
  const { session } = useHub();
  const { locale } = usePreferences();
  const time = useTimestampText();
  const { automatic, files, id, kind, ordered, ordered_by, reason, recording, removed, sid, state, stored, waits } =
    upload;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const size = bytesText(bytes, (value, places) =>
    value.toLocaleString(locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
  );
  const name = bySid.get(sid)?.name ?? sid;
  return (
    <Row
      title={
        <>
          {!isNameHidden && <a href={addressOfPlace('stations', sid)}>{name}</a>}
          <span className="mono">{recording}</span>
        </>
      }
      badge={{
        text: texts.states[state],
        ...(state === 'failed' && { tone: 'bad' }),
        ...(state === 'stored' && { tone: 'good' }),
      }}
      facts={[
        reason,
        waits !== undefined && <Wait wait={waits} />,
        bytes > 0 && size,
        stored !== undefined && texts.stored(time(stored)),
        removed !== undefined && texts.removed(time(removed)),
        automatic ? texts.byPolicy(time(ordered)) : texts.byPerson(ordered_by, time(ordered)),
      ]}
    >
      {state !== 'removed' && (
        <RemoveButton
          action={texts.remove}
          name={`${texts.remove}: ${name}, ${recording}`}
          title={texts.deleteTitle(recording)}
          onRemove={() => session.call(OPERATIONS[kind].remove, { params: { id } })}
          onDone={onDone}
        >
          {state === 'stored' && `${texts.deleteText(name, size)} `}
          {(state === 'ordered' || state === 'uploading') && `${texts.endText} `}
          {state !== 'failed' && `${texts.deleteStays} `}
          {remove.final}
        </RemoveButton>
      )}
    </Row>
  );
}

/** Why an upload is not being sent now. */
function Wait({ wait }: { readonly wait: UploadWait }) {
  const { uploads: texts } = useWords().administration;
  const number = useNumberText();
  const { detail, for: cause, hours, least_kbps: least, link_kbps: link } = wait;
  if (hours !== undefined) return `${texts.waits.hours}: ${texts.hours(hours.from, hours.to)}`;
  if (least !== undefined && link !== undefined) return texts.linkCarries(number(link), number(least));
  return detail === undefined ? texts.waits[cause] : `${texts.waits[cause]}: ${detail}`;
}
