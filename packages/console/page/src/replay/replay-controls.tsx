import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Icon } from '@kitestring/console-ui/icons.tsx';
import type { FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import { SeverityMark } from '../notifications/severity-mark.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWords } from '../words/words-context.tsx';
import { at, timeOf } from './flight-moment.ts';
import styles from './replay.module.css';
import { type ReplayClock, type ReplayTime, SPEEDS } from './replay-clock.ts';
import { shareText } from './replay-plots.tsx';

interface ReplayControlsProps {
  readonly flight: FlightDetails;
  readonly clock: ReplayClock;
  readonly time: ReplayTime;
  readonly onStep: (direction: 1 | -1) => void;
}

/** The timeline with its events, and the controls. */
export function ReplayControls({ clock, flight, onStep, time }: ReplayControlsProps) {
  const { flights } = useWords();
  const timeText = useTimeText();
  const { isPlaying, speed, timeUs } = time;
  const now = timeText(formatTimestamp(Math.round(timeUs))) ?? '';
  const speeds = SPEEDS.map((each) => ({ id: String(each), name: `${each}×` }));
  return (
    <>
      <TimeLine flight={flight} clock={clock} timeUs={timeUs} now={now} />
      <div className={styles.controls}>
        <Button look="primary" onPress={isPlaying ? clock.pause : clock.play}>
          {isPlaying ? flights.pause : flights.play}
        </Button>
        <Button isSquare aria-label={flights.frameBack} onPress={() => onStep(-1)}>
          <Icon>
            <path d="M15 6 8 12l7 6ZM18 6v12" />
          </Icon>
        </Button>
        <Button isSquare aria-label={flights.frameForward} onPress={() => onStep(1)}>
          <Icon>
            <path d="m9 6 7 6-7 6ZM6 6v12" />
          </Icon>
        </Button>
        <Choice
          label={flights.speed}
          isLabelHidden
          options={speeds}
          value={String(speed)}
          onChange={(id) => clock.setSpeed(SPEEDS.find((each) => String(each) === id) ?? 1)}
        />
        <span className={styles.now}>{now}</span>
      </div>
      <Jumps flight={flight} clock={clock} timeUs={timeUs} />
    </>
  );
}

interface TimeLineProps {
  readonly flight: FlightDetails;
  readonly clock: ReplayClock;
  readonly timeUs: number;
  readonly now: string;
}

const STEP_MS = 200;

function TimeLine({ clock, flight, now, timeUs }: TimeLineProps) {
  const { flight: flightWords, flights } = useWords();
  const { fromUs, toUs } = clock;
  const share = (us: number) => shareText({ fromUs, toUs, timeUs: us });
  const bar = (from: number, to: number) => ({ left: share(from), right: `calc(100% - ${share(to)})` });
  return (
    <div className={styles.timeLine}>
      <div className={styles.bands} aria-hidden="true">
        {flight.states.map(({ from_time, state, to_time }) => (
          <span
            key={from_time}
            className={classNames(styles.band, styles[state])}
            style={bar(timeOf(from_time), timeOf(to_time))}
            title={flightWords.states[state].name}
          />
        ))}
        {flight.films.map(({ file_id, from_time, recording_id, to_time, type }) => (
          <span
            key={recording_id + file_id}
            className={classNames(styles.filmBar, styles[type])}
            style={bar(timeOf(from_time), timeOf(to_time))}
          />
        ))}
        {flight.notifications.map(({ code, from_time, severity }) => (
          <span
            key={`${from_time} ${code}`}
            className={classNames(styles.mark, styles[severity])}
            style={{ left: share(timeOf(from_time)) }}
          />
        ))}
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={flights.time}
        aria-valuetext={now}
        min={Math.floor(fromUs / 1000)}
        max={Math.ceil(toUs / 1000)}
        step={STEP_MS}
        value={Math.round(timeUs / 1000)}
        onChange={({ target }) => clock.seek(Number(target.value) * 1000)}
      />
    </div>
  );
}

/** The notifications of the flight; pressing one seeks to it. */
function Jumps({ clock, flight, timeUs }: Omit<TimeLineProps, 'now'>) {
  const { flights, translator } = useWords();
  const timeText = useTimeText();
  const current = at(flight.notifications, timeUs);
  return (
    <ul className={styles.jumps} aria-label={flights.jump}>
      {flight.notifications.length === 0 && <li className="quiet small">{flights.noNotifications}</li>}
      {flight.notifications.map((notification) => {
        const { code, from_time, message, severity } = notification;
        return (
          <li key={`${from_time} ${code}`}>
            <button
              type="button"
              className={styles.jump}
              aria-current={current.includes(notification) || undefined}
              onClick={() => clock.seek(timeOf(from_time))}
            >
              <SeverityMark severity={severity} />
              <span className="figures">{timeText(from_time)}</span>
              <span className="wraps">{translator?.message(code, message) ?? message}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
