import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { useEffect, useRef, useState } from 'react';
import { demandsLanding } from '../notifications/alarm-action.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { AmountFigure } from '../parts/facts.tsx';
import { HoldButton, type HoldButtonProps } from '../parts/hold-button.tsx';
import { rounded } from '../parts/numbers.ts';
import { useHasJustChanged } from '../parts/use-has-just-changed.ts';
import { useHeightAsProperty } from '../parts/use-height.ts';
import { useWhyNot, whyNotText } from '../permission/use-why-not.ts';
import type { WhyNot } from '../permission/why-not.ts';
import { useShownLength } from '../quantities/use-quantities.ts';
import { useCommand } from '../station/use-command.ts';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import {
  type ContextAction,
  canStop,
  contextAction,
  type NoActionReason,
  pressText,
  takesAltitude,
} from './context-action.ts';
import styles from './context-button.module.css';
import { faults, isLandingOrdered, isLandingPending } from './flight-reasons.ts';
import { useFlightFigures } from './use-flight-figures.ts';
import { useIsLostInAir } from './use-lost-in-air.ts';
import { useReadiness } from './use-readiness.ts';
import { useTrackedCommand } from './use-tracked-command.ts';

type Order = 'takeOff' | 'land' | 'abort' | 'stop';
/** A sent command, and the flight state before it. */
interface Ordered {
  readonly order: Order;
  readonly stateBefore: FlightStateName;
}

const LOOKS = { takeOff: 'primary', land: 'warn', abort: 'abort', none: 'primary' } as const satisfies Record<
  ContextAction['kind'],
  HoldButtonProps['look']
>;

/** The main command, large; beside it a button to stop the Kite while it moves. */
export function ContextButton() {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  useHeightAsProperty(place, '--command-height');
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const isChangingAltitude = useTopicPart('flight/state', (shown) => shown.is_changing_altitude) === true;
  const isRotating = useTopicPart('flight/state', (shown) => shown.is_rotating) === true;
  const whyNotBringDown = useWhyNot('bringDown');
  const refusing = useReadiness()?.checks.flatMap(({ check, state }) => (state === 'refuses' ? [check] : [])) ?? [];
  const isLostInAir = useIsLostInAir();
  const { active } = useNotifications();
  const isPending = isLandingPending(active);
  const hasJustChanged = useHasJustChanged(String(isPending));
  const { value: figures } = useFlightFigures();
  const action = contextAction({
    state,
    whyNotCommand: useWhyNot('fly'),
    whyNotBringDown,
    isLostInAir,
    refusing,
    isLandingOrdered: isLandingOrdered(active),
  });
  const { forget, pending, send, trouble } = useFlightCommand();
  // The failure of a command is shown until the flight state changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state makes it old
  useEffect(() => forget(), [forget, state]);
  const brokenOff = useBrokenOffTakeOff(state);
  const isDemanded = action.kind === 'land' && demandsLanding({ active, isLostInAir, state });
  const order = (wanted: Order) => {
    if (wanted === 'abort') brokenOff.expectAbort();
    void send({ order: wanted, stateBefore: state ?? 'Unknown' });
  };
  const cancel = useCommand(({ station }) => station.cancelPendingLanding());
  return (
    // Dialogs and popovers leave elements in such a layer visible and active.
    <div ref={place} className={styles.place} data-react-aria-top-layer="true" data-flight-command="true">
      <div className={classNames(styles.bar, action.kind === 'abort' && styles.aborts)}>
        <StripAltitude />
        {action.kind === 'abort' && state !== undefined && (
          <span className={styles.underWay}>{words.flight.states[state].name}</span>
        )}
        <HoldButton
          action={pressText(action, state)}
          look={isDemanded ? 'demanded' : LOOKS[action.kind]}
          isInstant={action.kind === 'abort'}
          isDisabled={action.kind === 'none'}
          hint={
            isPending
              ? words.flight.lost.landingPending(figures?.pending_landing?.ordered_by)
              : hint(action, pending?.step, words)
          }
          onHeld={() => action.kind !== 'none' && order(action.kind)}
        >
          {action.kind === 'none' ? labelWhenNone(isLostInAir ? 'Flying' : state, words) : words.flight[action.kind]}
        </HoldButton>
        {/* Present before it can be used: its neighbours must not move under a finger. */}
        {whyNotBringDown === undefined && (takesAltitude(state) || isLostInAir) && (
          <Button
            size="large"
            isDisabled={isPending ? hasJustChanged : !canStop(state, { isChangingAltitude, isRotating })}
            onPress={() => (isPending ? void cancel.send() : order('stop'))}
          >
            {isPending ? words.flight.lost.withdraw : words.flight.stop}
          </Button>
        )}
      </div>
      <div className={styles.trouble}>
        <Trouble text={trouble ?? cancel.trouble ?? brokenOff.text} />
      </div>
    </div>
  );
}

/** Height of the Kite, shown where the command is separated from the flight panel. */
function StripAltitude() {
  const words = useWords();
  const { isStale, value } = useTopicShown('flight/state', ({ altitude }) => ({ altitude: rounded(altitude, 1) }));
  return (
    <div className={styles.altitude}>
      <AmountFigure name={words.flight.altitude} amount={useShownLength()(value?.altitude)} isStale={isStale} />
    </div>
  );
}

function useFlightCommand() {
  return useTrackedCommand<Ordered, 'flight/state'>({
    topic: 'flight/state',
    ask: ({ flight, station }, { order, stateBefore }) => {
      // The station keeps it until the Kite is reachable.
      if (order === 'land' && stateBefore === 'Unknown') return station.setPendingLanding();
      return order === 'stop' ? flight.abort() : flight[order]();
    },
    isShown: isConfirmed,
  });
}

/** Stopping in the air, and a waiting landing, have no state of their own: only the answer confirms them. */
const isConfirmed = ({ flight_state }: FlightState, { order, stateBefore }: Ordered): boolean =>
  order === 'stop' || stateBefore === 'Unknown' || flight_state !== stateBefore;

function hint(
  action: ContextAction,
  step: 'sending' | 'accepted' | 'doubtful' | undefined,
  words: Words,
): string | undefined {
  if (step === 'sending' || step === 'accepted') return words.flight.sent;
  if (action.kind === 'none') return noActionText(action.why, words);
  return step === 'doubtful' ? words.flight.doubtful : undefined;
}

function noActionText(why: NoActionReason, words: Words): string {
  const { noAction, readiness } = words.flight;
  if (why.kind === 'notReady') return readiness.why(why.checks);
  return Object.hasOwn(noAction, why.kind)
    ? noAction[why.kind as keyof typeof noAction]
    : whyNotText(why as WhyNot, words);
}

/** A command that is not possible keeps its label, with the reason below it. */
function labelWhenNone(state: FlightStateName | undefined, { flight }: Words): string {
  if (state === 'SafetyLanding' || state === 'Landing') return flight.abort;
  return state === 'Flying' || state === 'SafetyDescending' ? flight.land : flight.takeOff;
}

interface BrokenOffTakeOff {
  /** The take-off was aborted, with the cause; cleared by the next take-off. */
  readonly text: string | undefined;
  /** This page aborts it, so no message is needed. */
  readonly expectAbort: () => void;
}

/** Detects a take-off that ends on the ground: a check has failed, and only the notifications explain why. */
function useBrokenOffTakeOff(state: FlightStateName | undefined): BrokenOffTakeOff {
  const words = useWords();
  const { active } = useNotifications();
  const [isBrokenOff, setIsBrokenOff] = useState(false);
  const before = useRef<FlightStateName>(undefined);
  const isExpected = useRef(false);
  useEffect(() => {
    const hasEnded = before.current === 'TakingOff' && state === 'StandBy';
    before.current = state;
    if (hasEnded) setIsBrokenOff(!isExpected.current);
    if (state !== 'TakingOff') return;
    isExpected.current = false;
    setIsBrokenOff(false);
  }, [state]);
  const text = isBrokenOff ? [words.flight.brokenOff, ...faults(active)].join(' ') : undefined;
  const expectAbort = () => {
    isExpected.current = true;
  };
  return { text, expectAbort };
}
