import type { FlightState, FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { Button } from '../kit/button.tsx';
import { HoldButton, type HoldButtonProps } from '../kit/hold-button.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useIsStale, useScope } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { type ContextAction, canStop, contextAction } from './context-action.ts';
import styles from './context-button.module.css';
import { useBrokenOffTakeOff } from './use-broken-off-take-off.ts';
import { useTrackedCommand } from './use-tracked-command.ts';

type Order = 'takeOff' | 'land' | 'abort' | 'stop';
/** What was asked for, and what the Kite did when it was. */
type Ordered = `${Order} ${FlightStateName}`;

const LOOKS = { takeOff: 'primary', land: 'warn', abort: 'danger', none: 'primary' } as const satisfies Record<
  ContextAction['kind'],
  HoldButtonProps['look']
>;

/** The one command that matters now, large; beside it to stop where the Kite is, when it moves. */
export function ContextButton() {
  const words = useWords();
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const isChangingAltitude = useTopicPart('flight/state', (shown) => shown.is_changing_altitude) === true;
  const isRotating = useTopicPart('flight/state', (shown) => shown.is_rotating) === true;
  const mayControl = useScope('control');
  const action = contextAction({ state, isStale: useIsStale(), mayControl });
  const { pending, send, trouble } = useFlightCommand();
  const brokenOff = useBrokenOffTakeOff(state);
  const order = (wanted: Order) => {
    if (wanted === 'abort') brokenOff.expectAbort();
    void send(`${wanted} ${state ?? 'Unknown'}`);
  };
  return (
    <div className={styles.place}>
      <div className={styles.bar}>
        <HoldButton
          action={`${action.kind} ${state}`}
          look={LOOKS[action.kind]}
          isInstant={action.kind === 'abort'}
          isDisabled={action.kind === 'none'}
          hint={hintOf(action, pending?.step, words)}
          onHeld={() => action.kind !== 'none' && order(action.kind)}
        >
          {action.kind === 'none' ? labelWhenNone(state, words) : words.flight[action.kind]}
        </HoldButton>
        {mayControl && canStop(state, { isChangingAltitude, isRotating }) && (
          <Button size="large" onPress={() => order('stop')}>
            {words.flight.stop}
          </Button>
        )}
      </div>
      <Trouble text={trouble ?? brokenOff.text} />
    </div>
  );
}

function useFlightCommand() {
  return useTrackedCommand<Ordered, 'flight/state'>({
    topic: 'flight/state',
    ask: ({ flight }, ordered) => {
      const [order] = ordered.split(' ') as [Order];
      return order === 'stop' ? flight.abort() : flight[order]();
    },
    isShown: isObeyed,
  });
}

/** Stopping in the air has no state of its own: the answer is all that there is. */
function isObeyed({ flight_state }: FlightState, ordered: Ordered): boolean {
  const [order, before] = ordered.split(' ') as [Order, FlightStateName];
  return order === 'stop' || flight_state !== before;
}

function hintOf(
  action: ContextAction,
  step: 'sending' | 'accepted' | 'doubtful' | undefined,
  { flight }: Words,
): string | undefined {
  if (step === 'sending' || step === 'accepted') return flight.sent;
  if (action.kind === 'none') return flight.noAction[action.why];
  return step === 'doubtful' ? flight.doubtful : undefined;
}

/** The command that is not possible keeps its name, with the reason below it. */
function labelWhenNone(state: FlightStateName | undefined, { flight }: Words): string {
  if (state === 'SafetyLanding') return flight.abort;
  return state === 'Flying' || state === 'SafetyDescending' ? flight.land : flight.takeOff;
}
