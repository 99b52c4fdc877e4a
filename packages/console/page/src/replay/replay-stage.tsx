import { Button } from '@kitestring/console-ui/button.tsx';
import { useSize } from '@kitestring/console-ui/size.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useFlight } from '../flights/use-flight.ts';
import { useTimeText } from '../parts/use-time.ts';
import { nextPictureS } from '../recordings/playback/fragment-index.ts';
import { usePlayed } from '../recordings/played-recording.ts';
import { useCloseAtFatal, useFocusWhileOpen } from '../recordings/recording-player.tsx';
import { MapBackground } from '../situation/map-background.tsx';
import { onMapOf } from '../situation/on-map.ts';
import type { Situation } from '../situation/situation.ts';
import { TopDrawing } from '../situation/top-drawing.tsx';
import { ZoomButtons } from '../situation/zoom-buttons.tsx';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { filmTimeS, placed, stationTimeUs } from './film-place.ts';
import { situationAt, timeOf } from './flight-moment.ts';
import styles from './replay.module.css';
import type { ReplayClock } from './replay-clock.ts';
import { ReplayControls } from './replay-controls.tsx';
import { ReplayFilm, type ShownFilm } from './replay-film.tsx';
import { ReplayPlots } from './replay-plots.tsx';
import { useFlightReadings, useReplayClock } from './use-replay.ts';

const FIRST_REACH_M = 20;

/** Top view of the replayed flight. Not clickable: it does not show the live camera. */
function ReplayMap({ situation }: { readonly situation: Situation }) {
  const { map } = useStation().facts;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const [reachM, setReachM] = useState<number>(FIRST_REACH_M);
  const metersPerPx = (2 * reachM) / Math.max(1, Math.min(size.widthPx, size.heightPx));
  return (
    <div ref={place} className={styles.map}>
      {map !== undefined && situation.station !== undefined && (
        <MapBackground center={situation.station} metersPerPx={metersPerPx} size={size} {...map} />
      )}
      {size.heightPx > 0 && <TopDrawing situation={situation} size={size} onMap={onMapOf(size, metersPerPx)} />}
      <ZoomButtons reachM={reachM} onReach={setReachM} />
    </div>
  );
}

/** Sample rate of the log: without a video the samples serve as single pictures. */
const SAMPLE_US = 200_000;

/** A whole flight instead of the live picture and the situation. Nothing in it affects the Kite or the live camera. */
export function ReplayStage() {
  const { played } = usePlayed();
  return played?.kind === 'flight' ? <Replay flightId={played.flightId} /> : null;
}

function Replay({ flightId }: { readonly flightId: string }) {
  const { flights } = useWords();
  const timeText = useTimeText();
  const { close } = usePlayed();
  const heading = useRef<HTMLHeadingElement>(null);
  useCloseAtFatal(close);
  useFocusWhileOpen(heading);
  const { trouble, value: flight } = useFlight(flightId);
  const color = useRef<ShownFilm>(undefined);
  const thermal = useRef<ShownFilm>(undefined);
  const { clock, time } = useReplayClock(flight, [color, thermal]);
  const step = (direction: 1 | -1) => clock.stepTo(pictureUs(clock, color.current ?? thermal.current, direction));
  const jump = (direction: 1 | -1) => {
    const begins = (flight?.notifications ?? []).map(({ from_time }) => timeOf(from_time));
    const next =
      direction > 0 ? begins.find((us) => us > clock.nowUs) : begins.findLast((us) => us < clock.nowUs - 1e6);
    if (next !== undefined) clock.seek(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = KEYS[event.key]?.({ clock, close, step, jump });
    // With a modifier they are keys of the browser, such as printing.
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || isForElement(event)) return;
    event.preventDefault();
    act();
  };
  const takeOff = timeText(flight?.started) ?? flightId;
  return (
    <section
      className={styles.replay}
      aria-label={flights.replayTitle(takeOff)}
      data-part="replay"
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <strong className={styles.notLive}>{flights.notLive}</strong>
        <h2 ref={heading} tabIndex={-1} title={flights.keys}>
          {flights.replayTitle(takeOff)}
        </h2>
        <Button onPress={close}>{flights.closeReplay}</Button>
      </header>
      <Trouble text={trouble} />
      {flight === undefined && trouble === undefined && <p role="status">{flights.loading}</p>}
      {flight?.losses.map((loss) => (
        <p key={loss} className={styles.loss}>
          {flights.losses[loss]}
        </p>
      ))}
      {flight !== undefined && (
        <>
          <Views flight={flight} clock={clock} timeUs={time.timeUs} films={{ color, thermal }} />
          <ReplayControls flight={flight} clock={clock} time={time} onStep={step} />
        </>
      )}
    </section>
  );
}

interface KeyDeps {
  readonly clock: ReplayClock;
  readonly close: () => void;
  readonly step: (direction: 1 | -1) => void;
  readonly jump: (direction: 1 | -1) => void;
}

const KEYS: Readonly<Record<string, (deps: KeyDeps) => () => void>> = {
  ' ': ({ clock }) => (clock.snapshot().isPlaying ? clock.pause : clock.play),
  ArrowLeft:
    ({ step }) =>
    () =>
      step(-1),
  ArrowRight:
    ({ step }) =>
    () =>
      step(1),
  n:
    ({ jump }) =>
    () =>
      jump(1),
  p:
    ({ jump }) =>
    () =>
      jump(-1),
  Escape: ({ close }) => close,
};

/** Sliders and lists use arrow keys, buttons the space bar. */
function isForElement({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow')) return target.closest('input, [aria-haspopup]') !== null;
  return key === ' ' && target.closest('button') !== null;
}

/** The next picture of the current video, or the next sample of the log. */
function pictureUs({ nowUs }: ReplayClock, shown: ShownFilm | undefined, direction: 1 | -1): number {
  const { index, place } = shown ?? {};
  const nextS = index && place && nextPictureS(index, filmTimeS(place, nowUs), direction);
  // Slightly after its start, so that rounding does not show the previous one.
  return nextS === undefined || place === undefined
    ? nowUs + direction * SAMPLE_US
    : stationTimeUs(place, nextS + 0.001);
}

interface ViewsProps {
  readonly flight: FlightDetails;
  readonly clock: ReplayClock;
  readonly timeUs: number;
  readonly films: {
    readonly color: RefObject<ShownFilm | undefined>;
    readonly thermal: RefObject<ShownFilm | undefined>;
  };
}

/** Videos, map and plots at one time. */
function Views({ clock, films, flight, timeUs }: ViewsProps) {
  const { flights } = useWords();
  const { overview, sample, trouble } = useFlightReadings(flight.flight_id, timeUs);
  const all = useMemo(() => flight.films.map(placed), [flight.films]);
  const ofType = (type: 'color' | 'thermal') => all.filter(({ film }) => film.type === type);
  const common = { clock, timeUs };
  return (
    <>
      <Trouble text={trouble} />
      <div className={styles.views} data-films={all.length > 0 || undefined}>
        {all.length > 0 && (
          <>
            <ReplayFilm type="color" films={ofType('color')} shown={films.color} {...common} />
            <ReplayFilm type="thermal" films={ofType('thermal')} shown={films.thermal} {...common} />
          </>
        )}
        {all.length === 0 && <NoFilms />}
        <ReplayMap situation={situationAt(flight, sample, timeUs)} />
      </div>
      {overview !== undefined && sample?.altitude === undefined && <p className={styles.loss}>{flights.logGap}</p>}
      <ReplayPlots data={overview} sample={sample} fromUs={clock.fromUs} toUs={clock.toUs} timeUs={timeUs} />
    </>
  );
}

function NoFilms() {
  const { flights, recordings } = useWords();
  return <p className={styles.noFilm}>{flights.noFilm(recordings.videoTypes.color)}</p>;
}
