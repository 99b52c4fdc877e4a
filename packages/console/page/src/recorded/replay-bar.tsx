import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { ReplayChange, ReplayState } from '@kitestring/station-contract/replay/replay-state.ts';
import { useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './replay-bar.module.css';

/** Often enough for a time shown in seconds. */
const REPLAY: SharedReadingDefinition<ReplayState> = { read: ({ replay }) => replay.getReplay(), pauseMs: 1000 };

/** The replay that this station serves, and its controls. */
function useStationReplay() {
  const { again, value } = useSharedReading(REPLAY);
  const { send, trouble } = useCommand((client, change: ReplayChange) => client.replay.setReplay(change));
  const change = (asked: ReplayChange) => void send(asked).then(again);
  return { replay: value, change, trouble };
}

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 60];
/** As in `setReplay`. */
const MAY_CONTROL = ['control', 'experimental', 'internal'];

const unixMs = (timestamp: string): number => Math.floor((parseTimestamp(timestamp) ?? 0) / 1000);

/** Shows that a recording is played, with position and speed, and controls it for all viewers. */
export function ReplayBar() {
  const { change, replay, trouble } = useStationReplay();
  const { recorded } = useWords();
  const { scopes } = useStation().signedIn;
  const isOff = !MAY_CONTROL.some((scope) => scopes.includes(scope));
  return (
    <section className={styles.bar} aria-label={recorded.title}>
      <strong className={styles.title}>{recorded.title}</strong>
      {replay !== undefined && <ReplayControls replay={replay} isOff={isOff} onChange={change} />}
      {replay?.loss !== undefined && <p className={styles.loss}>{recorded.loss(replay.loss)}</p>}
      {trouble !== undefined && <Trouble text={trouble} />}
    </section>
  );
}

interface ReplayControlsProps {
  readonly replay: ReplayState;
  readonly isOff: boolean;
  readonly onChange: (change: ReplayChange) => void;
}

function ReplayControls({ isOff, onChange, replay }: ReplayControlsProps) {
  const { flights, recorded } = useWords();
  const { is_at_end: isAtEnd, looped, paused, speed } = replay;
  const speeds = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b);
  return (
    <>
      <Button look="primary" isDisabled={isOff} onPress={() => onChange({ paused: !paused })}>
        {paused ? flights.play : flights.pause}
      </Button>
      <ReplayTime replay={replay} isOff={isOff} onGo={(time) => onChange({ time })} />
      <Choice
        label={flights.speed}
        isLabelHidden
        isDisabled={isOff}
        options={speeds.map((each) => ({ id: String(each), name: `${each}×` }))}
        value={String(speed)}
        onChange={(id) => onChange({ speed: Number(id) })}
      />
      <Switch isSelected={looped} isDisabled={isOff} onChange={(isOn) => onChange({ looped: isOn })}>
        {recorded.loop}
      </Switch>
      <span role="status">{isAtEnd && !looped ? recorded.end : ''}</span>
    </>
  );
}

interface ReplayTimeProps {
  readonly replay: ReplayState;
  readonly isOff: boolean;
  readonly onGo: (time: string) => void;
}

/** While dragged the slider follows the pointer; the replay seeks when it is released. */
function ReplayTime({ isOff, onGo, replay: { from_time, time, to_time } }: ReplayTimeProps) {
  const { recorded } = useWords();
  const timeText = useTimeText();
  const [dragged, setDragged] = useState<number>();
  const [fromMs, toMs] = [unixMs(from_time), unixMs(to_time)];
  const shownMs = dragged ?? unixMs(time);
  const timestamp = (ms: number) => formatTimestamp(ms * 1000);
  const now = timeText(timestamp(shownMs)) ?? '';
  const go = () => {
    if (dragged === undefined) return;
    setDragged(undefined);
    // The first and the last message are between two milliseconds.
    if (dragged <= fromMs) onGo(from_time);
    else onGo(dragged >= toMs ? to_time : timestamp(dragged));
  };
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label={recorded.time}
        aria-valuetext={now}
        min={fromMs}
        max={toMs}
        step={Math.max(1, Math.round((toMs - fromMs) / 1000))}
        value={shownMs}
        disabled={isOff}
        onChange={({ target }) => setDragged(Number(target.value))}
        onPointerUp={go}
        onKeyUp={go}
        onBlur={go}
      />
      <span className="figures">{now}</span>
    </>
  );
}
