import { useState } from 'react';
import { Trouble } from '../kit/trouble.tsx';
import { useScope } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './altitude-control.module.css';
import { AltitudeEntry } from './altitude-entry.tsx';
import { AltitudeFigure } from './altitude-figure.tsx';
import { AltitudeGauge } from './altitude-gauge.tsx';
import { takesAltitude } from './context-action.ts';
import { GroundControls } from './ground-controls.tsx';
import { useAltitudeLimits } from './use-altitude-limits.ts';
import { type TrackedCommand, useTrackedCommand } from './use-tracked-command.ts';

/** The station rounds to centimetres. */
const SAME_WITHIN_M = 0.006;

/** Where the Kite is, where it goes, how high it may be; and on the ground, what to look after there. */
export function AltitudeControl() {
  const words = useWords();
  const limits = useAltitudeLimits();
  const { isStale, value: state } = useTopic('flight/state');
  const mayControl = useScope('control');
  const command = useAltitudeCommand();
  /** What is being chosen and has not been sent. */
  const [draftM, setDraftM] = useState<number>();
  const isOpen = mayControl && takesAltitude(state?.flight_state);
  const targetM = command.pending?.what ?? state?.altitude_target;
  const choose = { draftM, setDraftM, targetM, isOpen, send: command.send };
  return (
    <div className={styles.control}>
      <AltitudeGauge {...choose} limits={limits} altitudeM={state?.altitude} isStale={isStale} />
      <div className={styles.beside}>
        <AltitudeFigure />
        {takesAltitude(state?.flight_state) && limits !== undefined ? (
          <AltitudeEntry
            {...choose}
            limits={limits}
            isStale={isStale}
            hint={hintOf(command, draftM, words)}
            onEdit={command.forget}
          />
        ) : (
          <GroundControls />
        )}
      </div>
      <div className={styles.trouble}>
        <Trouble text={command.trouble} />
      </div>
    </div>
  );
}

/** Choosing an altitude, by whatever means. */
export interface AltitudeChoice {
  readonly draftM: number | undefined;
  readonly setDraftM: (altitudeM: number | undefined) => void;
  /** Where the Kite goes: what has been sent, else what the station says. */
  readonly targetM: number | undefined;
  /** The station takes altitudes now, from this sign-in. */
  readonly isOpen: boolean;
  readonly send: (altitudeM: number) => Promise<boolean>;
}

const useAltitudeCommand = () =>
  useTrackedCommand<number, 'flight/state'>({
    topic: 'flight/state',
    ask: ({ flight }, altitude) => flight.setAltitude({ altitude }),
    isShown: ({ altitude_target = Number.NaN }, altitudeM) => Math.abs(altitude_target - altitudeM) < SAME_WITHIN_M,
  });

function hintOf({ pending }: TrackedCommand<number>, draftM: number | undefined, { flight }: Words) {
  if (draftM !== undefined) return flight.releaseToSend;
  if (pending === undefined) return undefined;
  return pending.step === 'doubtful' ? flight.targetDoubtful(pending.what) : flight.targetSent(pending.what);
}
