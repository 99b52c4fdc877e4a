import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Icon } from '@kitestring/console-ui/icons.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { ReactNode } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import { rounded } from '../parts/numbers.ts';
import { Ticking } from '../parts/ticking.tsx';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import type { KiteLoss } from '../station/source.ts';
import { useKiteAgeS, useKiteLoss } from '../station/use-loss.ts';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { reasonOf } from './flight-reasons.ts';
import styles from './flight-state.module.css';
import { takeOffStep, takeOffSteps } from './take-off-step.ts';
import { useIsLostInAir } from './use-lost-in-air.ts';
import { useReadiness } from './use-readiness.ts';

const SHAPES = { done: 'm5 12.500 4.500 4.500 9.500-10', now: 'M12 8a4 4 0 1 0 .1 0', next: 'M9 12h6' } as const;

/** Lids, checks, climb: finished, current and next steps. */
function TakeOffProgress() {
  const { flight } = useWords();
  const lids = useTopicPart('system/state', ({ rtb_lids_state }) => rtb_lids_state);
  const altitudeM = useTopicPart('flight/state', ({ altitude }) => rounded(altitude, 1));
  const steps = takeOffSteps(lids);
  const at = steps.indexOf(takeOffStep(lids, altitudeM));
  return (
    <ol className={styles.steps} aria-label={flight.takeOffProgress}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        return (
          <li
            key={step}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'now' ? 'step' : undefined}
            data-step={state}
          >
            <svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
              <path d={SHAPES[state]} />
            </svg>
            {flight.takeOffSteps[step]}
          </li>
        );
      })}
    </ol>
  );
}

/** The flight state in large words, with its meaning. */
export function StateBanner() {
  const words = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    flight_state: state.flight_state,
    is_changing_altitude: state.is_changing_altitude,
    altitude_target: state.altitude_target,
    isBelowTarget: (state.altitude_target ?? 0) >= (state.altitude ?? 0),
  }));
  const ageS = useKiteAgeS();
  const quantities = useQuantities();
  const loss = useKiteLoss();
  const isLost = useIsLostInAir();
  const state = value?.flight_state ?? 'Unknown';
  const shown = value === undefined ? words.flight.waiting : words.flight.states[state];
  const { active } = useNotifications();
  const readiness = useReadiness();
  const reason = reasonOf(state, active);
  return (
    <div
      className={classNames(styles.chip, isLost ? styles.lost : styles[state], isStale && styles.stale)}
      data-stale={isStale || undefined}
    >
      <span className={styles.icon}>
        <FlightStateIcon state={state} />
      </span>
      <div className={styles.words}>
        <p className={styles.name} role="status">
          {isLost ? words.flight.lost.name : shown.name}
        </p>
        {state === 'TakingOff' && !isStale ? (
          <TakeOffProgress />
        ) : (
          <p className={classNames(styles.meaning, reason !== undefined && styles.reason)}>
            {isLost ? (
              <LostMeaning loss={loss} ageS={ageS} />
            ) : value === undefined ? (
              shown.meaning
            ) : isStale && ageS !== undefined ? (
              words.flight.ageS(ageS)
            ) : (
              (reason ?? meaning(value, readiness, words, quantities))
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** Time since the last data, and the state before; the last values are below, marked as stale. */
function LostMeaning({ ageS, loss }: { readonly loss: KiteLoss | undefined; readonly ageS: number | undefined }) {
  const { lost, states } = useWords().flight;
  const last = loss?.was === undefined ? '' : ` ${lost.last(states[loss.was].name)}`;
  return (
    <Ticking
      text={`${lost.since(ageS === undefined ? undefined : durationText(ageS))}${last}`}
      spoken={`${lost.since(undefined)}${last}`}
    />
  );
}

interface BannerState {
  readonly flight_state: FlightStateName;
  readonly is_changing_altitude: boolean | undefined;
  readonly altitude_target: number | undefined;
  readonly isBelowTarget: boolean;
}

function meaning(
  state: BannerState | undefined,
  readiness: Readiness | undefined,
  { flight }: Words,
  quantities: Quantities,
): string {
  const { altitude_target: targetM, flight_state = 'Unknown', is_changing_altitude, isBelowTarget } = state ?? {};
  const isOnItsWay = flight_state === 'Flying' && is_changing_altitude && targetM !== undefined;
  if (flight_state === 'StandBy' && readiness !== undefined) {
    return readiness.ready ? flight.readiness.ready : flight.readiness.notReady;
  }
  if (!isOnItsWay) return flight.states[flight_state].meaning;
  const target = quantities.roundText(targetM);
  return isBelowTarget ? flight.climbing(target) : flight.sinking(target);
}

/** State of the flight in one line. */
export function FlightGlance() {
  const words = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    altitude: rounded(state.altitude, 1),
    flight_state: state.flight_state,
  }));
  const quantities = useQuantities();
  const isLost = useIsLostInAir();
  const ageS = useKiteAgeS();
  if (value === undefined) return null;
  const { altitude, flight_state } = value;
  return (
    <span
      className={classNames(
        styles.chip,
        styles.glance,
        isLost ? styles.lost : styles[flight_state],
        isStale && styles.stale,
      )}
      data-stale={isStale || undefined}
    >
      <span className={styles.icon}>
        <FlightStateIcon state={flight_state} />
      </span>
      <span className={styles.name}>{isLost ? words.flight.lost.short : words.flight.states[flight_state].name}</span>
      {altitude !== undefined && (
        <span className={classNames(styles.altitude, 'figures')}>
          {quantities.lengthText(altitude)}
          {isLost && ageS !== undefined && ` · ${durationText(ageS)}`}
        </span>
      )}
    </span>
  );
}

/** The Kite as a bar with two rotors; its position and target distinguish the states without colour. */
const kiteAt = (y: number) => <path d={`M6 ${y}h12M6 ${y}v-2M18 ${y}v-2M3.500 ${y - 2}h5M15.500 ${y - 2}h5`} />;
const GROUND = <path d="M3 21h18" />;

const PICTURES: Readonly<Record<FlightStateName, ReactNode>> = {
  Unknown: <path d="M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.1" />,
  StandBy: (
    <>
      {kiteAt(18)}
      {GROUND}
    </>
  ),
  TakingOff: (
    <>
      {kiteAt(7)}
      <path d="m9 14 3-3 3 3M12 11v7" />
      {GROUND}
    </>
  ),
  Flying: (
    <>
      {kiteAt(7)}
      <path d="M12 7v11" strokeDasharray="1.500 3" />
      {GROUND}
    </>
  ),
  Landing: (
    <>
      {kiteAt(7)}
      <path d="m9 15 3 3 3-3M12 11v7" />
      {GROUND}
    </>
  ),
  SafetyLanding: (
    <>
      {kiteAt(6)}
      <path d="m8 9.500 4 4 4-4M8 14l4 4 4-4" />
      {GROUND}
    </>
  ),
  SafetyDescending: (
    <>
      {kiteAt(6)}
      <path d="m8 10 4 4 4-4M5 18h14" />
    </>
  ),
};

const FlightStateIcon = ({ state }: { readonly state: FlightStateName }) => <Icon>{PICTURES[state]}</Icon>;
