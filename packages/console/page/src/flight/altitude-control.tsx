import { OffReason, useOff } from '@kitestring/console-ui/off.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useEffect, useState } from 'react';
import { AmountFigure, Figure } from '../parts/facts.tsx';
import { rounded } from '../parts/numbers.ts';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities, useShownLength } from '../quantities/use-quantities.ts';
import { useTopicShown } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './altitude-control.module.css';
import { AltitudeEntry } from './altitude-entry.tsx';
import { AltitudeGauge } from './altitude-gauge.tsx';
import { takesAltitude } from './context-action.ts';
import { GroundControls } from './ground-controls.tsx';
import { useAltitudeLimits } from './use-altitude-limits.ts';
import { type TrackedCommand, useTrackedCommand } from './use-tracked-command.ts';

/** The station rounds to centimetres. */
const SAME_WITHIN_M = 0.006;

/** Height, target and limits of the Kite; on the ground its preparation. */
export function AltitudeControl() {
  const words = useWords();
  const quantities = useQuantities();
  const limits = useAltitudeLimits();
  const { isStale, value: state } = useTopicShown('flight/state', (shown) => ({
    altitude: rounded(shown.altitude, 1),
    altitude_target: shown.altitude_target,
    flight_state: shown.flight_state,
  }));
  const { isDisabled } = useOff();
  const command = useAltitudeCommand();
  const [draft, setDraft] = useState<AltitudeDraft>();
  const isOpen = !isDisabled && takesAltitude(state?.flight_state);
  // A selection that was not sent must not be used for another flight, nor after the data was stale.
  useEffect(() => {
    if (!isOpen) setDraft(undefined);
  }, [isOpen]);
  const { pending } = command;
  // In case of doubt the reported target counts, not the commanded one.
  const targetM = pending === undefined || pending.step === 'doubtful' ? state?.altitude_target : pending.what;
  const send = (altitudeM: number) => {
    setDraft(undefined);
    return command.send(altitudeM);
  };
  const hasEntry = takesAltitude(state?.flight_state) && limits !== undefined;
  const choose = { draft, setDraft, targetM, isOpen, send };
  return (
    <div className={styles.control}>
      <AltitudeGauge {...choose} limits={limits} altitudeM={state?.altitude} isStale={isStale} />
      <div className={styles.beside}>
        <AltitudeFigure />
        {hasEntry ? (
          <AltitudeEntry
            {...choose}
            limits={limits}
            isStale={isStale}
            hint={hint(command, draft, words, quantities)}
            onEdit={() => {
              command.forget();
              setDraft(undefined);
            }}
          />
        ) : (
          <GroundControls />
        )}
        {/* The command above shows it too, unless it is enabled with stale data; the entry says then that they are. */}
        <OffReason isHidden={!isStale || hasEntry} />
      </div>
      <div className={styles.trouble}>
        <Trouble text={command.trouble} />
      </div>
    </div>
  );
}

/** Altitude selected on the gauge but not sent. */
interface AltitudeDraft {
  readonly altitudeM: number;
  /** It was dragged so far from the target that it is sent only by Set. */
  readonly waitsForSet: boolean;
}

/** Selection of an altitude by any input. */
export interface AltitudeChoice {
  readonly draft: AltitudeDraft | undefined;
  readonly setDraft: (draft: AltitudeDraft | undefined) => void;
  /** Target of the Kite: as sent, otherwise as reported by the station. */
  readonly targetM: number | undefined;
  /** The station accepts altitudes from this sign-in now. */
  readonly isOpen: boolean;
  readonly send: (altitudeM: number) => Promise<boolean>;
}

const useAltitudeCommand = () =>
  useTrackedCommand<number, 'flight/state'>({
    topic: 'flight/state',
    ask: ({ flight }, altitude) => flight.setAltitude({ altitude }),
    isShown: ({ altitude_target = Number.NaN }, altitudeM) => Math.abs(altitude_target - altitudeM) < SAME_WITHIN_M,
  });

function hint(
  { pending }: TrackedCommand<number>,
  draft: AltitudeDraft | undefined,
  { flight }: Words,
  quantities: Quantities,
) {
  if (draft !== undefined) return draft.waitsForSet ? flight.setToSend : flight.releaseToSend;
  if (pending === undefined) return undefined;
  const target = quantities.enteredText(pending.what);
  return pending.step === 'doubtful' ? flight.targetDoubtful(target) : flight.targetSent(target);
}

/** Altitude, large, and the heading beside it. */
function AltitudeFigure() {
  const words = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    altitude: rounded(state.altitude, 1),
    kite_heading: rounded(state.kite_heading, 0),
  }));
  const length = useShownLength();
  return (
    <div className={styles.figures} data-figure="altitude">
      <AmountFigure name={words.flight.altitude} amount={length(value?.altitude)} size="large" isStale={isStale} />
      <Figure
        name={words.flight.heading}
        value={value?.kite_heading === undefined ? undefined : `${value.kite_heading % 360}°`}
        isStale={isStale}
      />
    </div>
  );
}
