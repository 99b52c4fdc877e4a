import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { bytesText, durationText } from '@kitestring/console-ui/quantity-text.ts';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { RecordingsState } from '@kitestring/station-contract/recordings/recordings-state.ts';
import { CAPTURE_KINDS, type Capture } from '@kitestring/station-contract/station/captures.ts';
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { useHasJustChanged } from '../parts/use-has-just-changed.ts';
import { useTimeText } from '../parts/use-time.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useCommand } from '../station/use-command.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { type CaptureFilter, captureQuery, EVERY_CAPTURE } from './capture-list.ts';
import { RecordingItem, SnapshotItem } from './recording-item.tsx';
import styles from './recordings-drawer.module.css';
import { useCaptures, useInView } from './use-captures.ts';
import { wantedStore } from './wanted-capture.ts';

/** Recordings: start, play, download, describe, delete. */
export function RecordingsDrawer() {
  const words = useWords();
  const { isStale, value: state } = useTopic('recordings/state');
  return (
    <>
      <a className={styles.link} href="#/flights">
        {words.flights.all}
      </a>
      <RecorderControl state={state} isStale={isStale} />
      <StorageBar state={state} isStale={isStale} />
      <Captures />
    </>
  );
}

/** The stored recordings and snapshots, in pages while scrolling. */
function Captures() {
  const words = useWords();
  const { link } = useStation();
  const wanted = wantedStore(link);
  const wantedId = useSyncExternalStore(wanted.subscribe, wanted.snapshot);
  const [filter, setFilter] = useState(EVERY_CAPTURE);
  useEffect(() => {
    if (wantedId === undefined) return;
    setFilter({ ...EVERY_CAPTURE, search: wantedId });
    wanted.want(undefined);
  }, [wanted, wantedId]);
  const list = useCaptures({ ...filter, search: useDeferredValue(filter.search) });
  const isFiltered = Object.keys(captureQuery(filter)).length > 0;
  return (
    <>
      <CaptureFilters filter={filter} flights={list.flights} onChange={setFilter} />
      <Trouble text={list.error === undefined ? undefined : troubleText(list.error, words)} />
      {list.captures !== undefined && (
        <p role="status" className="quiet small">
          {list.total > 0
            ? words.recordings.count(list.total)
            : isFiltered
              ? words.recordings.noMatch
              : words.recordings.none}
        </p>
      )}
      <ul className="stack loose">
        {list.captures?.map((capture) => (
          <CaptureItem key={capture.capture_id} capture={capture} />
        ))}
      </ul>
      {list.hasMore && <MoreCaptures key={list.captures?.length} onMore={list.more} />}
    </>
  );
}

const CaptureItem = ({ capture }: { readonly capture: Capture }) =>
  capture.kind === 'snapshot' ? <SnapshotItem capture={capture} /> : <RecordingItem capture={capture} />;

/** Loads the next page when it comes into view; a button for those who do not scroll. */
function MoreCaptures({ onMore }: { readonly onMore: () => Promise<void> }) {
  const words = useWords();
  const { place } = useInView<HTMLDivElement>(() => void onMore());
  return (
    <div ref={place}>
      <Button isWide onPress={() => void onMore()}>
        {words.recordings.more}
      </Button>
    </div>
  );
}

interface CaptureFiltersProps {
  readonly filter: CaptureFilter;
  readonly flights: readonly string[];
  readonly onChange: (filter: CaptureFilter) => void;
}

function CaptureFilters({ filter, flights, onChange }: CaptureFiltersProps) {
  const { flights: flightWords, recordings: words } = useWords();
  const timeText = useTimeText();
  const chosen = filter.flight === 'any' || flights.includes(filter.flight) ? flights : [filter.flight, ...flights];
  const options = [{ id: 'any', name: flightWords.all }, ...chosen.map((id) => ({ id, name: timeText(id) ?? id }))];
  return (
    <div className={styles.filters}>
      <TextField
        label={words.search}
        type="search"
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <TextField label={words.day} type="date" value={filter.day} onChange={(day) => onChange({ ...filter, day })} />
      <Choice
        label={words.kind}
        options={(['any', ...CAPTURE_KINDS] as const).map((id) => ({ id, name: words.kinds[id] }))}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Choice
        label={words.flight}
        options={options}
        value={filter.flight}
        onChange={(flight) => onChange({ ...filter, flight })}
      />
    </div>
  );
}

interface RecorderProps {
  readonly state: RecordingsState | undefined;
  readonly isStale: boolean;
}

/** Starts and ends a recording, and shows whether one is in progress. */
function RecorderControl({ isStale, state }: RecorderProps) {
  const words = useWords();
  const isRecording = state?.is_recording === true;
  const command = useCommand((client) =>
    isRecording ? client.recordings.stopRecording() : client.recordings.startRecording(),
  );
  const hasJustChanged = useHasJustChanged(state && String(isRecording));
  const length = durationText(state?.recording_seconds ?? 0);
  return (
    <div className={styles.control}>
      <p className={styles.state} data-stale={isStale || undefined}>
        <span className={isRecording ? styles.dot : styles.noDot} aria-hidden="true" />
        {isRecording ? words.recordings.running(length) : words.recordings.notRunning}
      </p>
      <Off why={useWhyNotText(isRecording ? 'command' : 'camera')}>
        <Button
          look={isRecording ? 'plain' : 'primary'}
          isPending={command.isBusy || hasJustChanged}
          isDisabled={state === undefined}
          onPress={() => void command.send()}
        >
          {isRecording ? words.recordings.stop : words.recordings.start}
        </Button>
        <OffReason />
      </Off>
      <Trouble text={command.trouble} />
    </div>
  );
}

/** Storage usage, with the share of recordings. */
function StorageBar({ isStale, state }: RecorderProps) {
  const words = useWords();
  const { number } = useQuantities();
  if (state === undefined || state.total_space === 0) return null;
  const { available_space: free, occupied_space: own = 0, total_space: total } = state;
  const text = words.recordings.storageText(bytesText(free, number), bytesText(total, number));
  const share = (bytes: number) => `${Math.min(100, (bytes / total) * 100)}%`;
  return (
    <div className={styles.storage} data-stale={isStale || undefined}>
      <div className={styles.bar} role="img" aria-label={`${words.recordings.storage}: ${text}`}>
        <span className={styles.own} style={{ width: share(own) }} />
        <span className={styles.other} style={{ width: share(Math.max(0, total - free - own)) }} />
      </div>
      <p className="quiet small figures">
        {text}. {words.recordings.storageUsed(bytesText(own, number))}.
      </p>
    </div>
  );
}
