import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFlightFigures } from '../flight/use-flight-figures.ts';
import { useHasJustChanged } from '../parts/use-has-just-changed.ts';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { useTopicPart } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { STANDING } from './speed.ts';
import {
  isNearLimit,
  NO_TWIST_TRACK,
  type TwistKnowledge,
  type TwistTrack,
  UNWOUND_TURNS,
  unwindingDps,
  unwindingWay,
  withHeading,
  withReading,
} from './twist.ts';
import styles from './twist-counter.module.css';
import { useCameraControl, useControlPart } from './use-camera-control.ts';

/** Turns of the tether as counted by the station. */
export function TwistCounter({ knowledge }: { readonly knowledge: TwistKnowledge }) {
  const words = useWords();
  const isSilent = useIsStale();
  const isLost = useIsLost('kite');
  const isStale = isSilent || isLost;
  const isWarned = isNearLimit(knowledge);
  return (
    <p className={styles.twist} data-twist={knowledge.kind} data-stale={isStale || undefined}>
      <span className="quiet">{words.camera.twist}</span>
      <span className={classNames(styles.value, isWarned && styles.warned, 'figures')}>
        {isWarned && <AlertIcon />}
        {twistText(knowledge, words, useQuantities())}
      </span>
    </p>
  );
}

function twistText(knowledge: TwistKnowledge, { camera }: Words, quantities: Quantities): string {
  if (knowledge.kind === 'unread') return camera.twistUnread;
  const { limitTurns, turns } = knowledge;
  if (Math.abs(turns) < UNWOUND_TURNS) return camera.untwisted;
  const way = turns > 0 ? camera.clockwise : camera.counterClockwise;
  return camera.turns(quantities.number(Math.abs(turns), 1), limitTurns, way);
}

/** The twist is shown in tenths: smaller changes are not redrawn. */
const SHOWN_TURNS = 0.05;

/** Known twist of the tether. */
export function useTwist(): TwistKnowledge {
  const { link } = useStation();
  const { value: figures } = useFlightFigures();
  const track = useRef<TwistTrack>(NO_TWIST_TRACK);
  const [knowledge, setKnowledge] = useState<TwistKnowledge>(NO_TWIST_TRACK.knowledge);
  useEffect(() => {
    if (figures === undefined) return;
    const isTurning = link.topic('flight/state').snapshot().value?.is_rotating === true;
    const { tether_twist: turns, tether_twist_max: limitTurns } = figures;
    track.current = withReading(track.current, { turns, limitTurns, isTurning });
    setKnowledge((shown) => newer(shown, track.current.knowledge));
  }, [figures, link]);
  useEffect(() => {
    const store = link.topic('flight/state');
    const look = () => {
      const headingDeg = store.snapshot().value?.kite_heading;
      if (headingDeg === undefined) return;
      track.current = withHeading(track.current, headingDeg);
      setKnowledge((shown) => newer(shown, track.current.knowledge));
    };
    look();
    return store.subscribe(look);
  }, [link]);
  return knowledge;
}

function newer(shown: TwistKnowledge, now: TwistKnowledge): TwistKnowledge {
  if (shown.kind !== 'counted' || now.kind !== 'counted') return now.kind === shown.kind ? shown : now;
  return Math.abs(now.turns - shown.turns) < SHOWN_TURNS / 2 ? shown : now;
}

/** Turns against the twist of the tether; pressing again, or any other command to the camera, stops it. */
export function UnwindButton({ knowledge }: { readonly knowledge: TwistKnowledge }) {
  const words = useWords();
  const isFlying = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'Flying') ?? false;
  const { isOffered, isOn, toggle } = useUnwind(knowledge);
  // The second tap on a stop starts nothing.
  const hasJustStopped = useHasJustChanged(String(isOn)) && !isOn;
  return (
    <Button
      look={isOn ? 'danger' : 'plain'}
      isDisabled={!isOn && !(isOffered && isFlying)}
      isPending={hasJustStopped}
      aria-label={isOn ? words.camera.stopUnwinding : words.camera.unwindTether}
      onPress={toggle}
    >
      {isOn ? words.camera.stop : words.camera.unwind}
    </Button>
  );
}

interface Unwinding {
  readonly isOn: boolean;
  /** There may be something to unwind. */
  readonly isOffered: boolean;
  readonly toggle: () => void;
}

/** Turns against the twist until it is gone or stopped: by the button, another command to the camera, or leaving the page. */
function useUnwind(knowledge: TwistKnowledge): Unwinding {
  const control = useCameraControl();
  const isOn = useControlPart((now) => now.isUnwinding);
  const { fastestDps, slowestDps } = control.limits.speed;
  const panDps = unwindingDps(knowledge, fastestDps, slowestDps);
  useEffect(() => {
    if (isOn) control.steer('unwind', { panDps: Math.round(panDps * 10) / 10, tiltDps: 0 });
  }, [control, isOn, panDps]);
  const toggle = useCallback(() => {
    const wasOn = control.isUnwinding;
    // A new press may repeat what the station has refused before.
    control.steer('unwind', STANDING);
    if (!wasOn) control.steer('unwind', { panDps, tiltDps: 0 });
  }, [control, panDps]);
  return { isOn, isOffered: unwindingWay(knowledge) !== 0, toggle };
}
