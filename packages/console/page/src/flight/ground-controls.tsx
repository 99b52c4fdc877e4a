import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { LidsState, SystemState } from '@kitestring/station-contract/system/system-state.ts';
import { useStation } from '../station/station-context.tsx';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './ground-controls.module.css';
import { useTrackedCommand } from './use-tracked-command.ts';

/** Controls on the ground: the lids, and conditions that prevent a take-off. */
export function GroundControls() {
  const words = useWords();
  // API 1.0.0 has no commands for them: they move only for a flight.
  const hasLidsCommands = useStation().facts.apiVersion !== '1.0.0';
  const { isStale, value } = useTopicShown('system/state', (state) => ({
    rtb_lids_state: state.rtb_lids_state,
    rtb_external_safety_land_button_state: state.rtb_external_safety_land_button_state,
    rtb_parking_brake_state: state.rtb_parking_brake_state,
  }));
  const isRooftopBox = value?.rtb_lids_state !== undefined;
  if (!isRooftopBox) return <p className="quiet small">{words.flight.altitudeInFlight}</p>;
  const { flight } = words;
  const { rtb_external_safety_land_button_state: button, rtb_parking_brake_state: brake } = value;
  return (
    <>
      <dl className={classNames(styles.facts, isStale && styles.stale)} data-stale={isStale || undefined}>
        <Fact name={flight.lids} value={flight.lidsStates[value.rtb_lids_state ?? 'Closed']} />
        {brake !== undefined && <Fact name={flight.brake} value={flight.brakeStates[brake]} />}
        {button !== undefined && (
          <Fact name={flight.button} value={flight.buttonStates[button]} isBad={button === 'Pressed'} />
        )}
      </dl>
      {hasLidsCommands && <LidsButton lids={value.rtb_lids_state ?? 'Closed'} />}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly isBad?: boolean;
}

function Fact({ isBad = false, name, value }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? (styles.bad ?? '') : ''}>{value ?? '—'}</dd>
    </div>
  );
}

type Movement = 'openRtbLids' | 'closeRtbLids';

const isMoved = ({ rtb_lids_state }: SystemState, movement: Movement): boolean =>
  (rtb_lids_state ?? 'Closed').startsWith(movement === 'openRtbLids' ? 'Open' : 'Clos');

function LidsButton({ lids }: { readonly lids: LidsState }) {
  const words = useWords();
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const { pending, send, trouble } = useTrackedCommand<Movement, 'system/state'>({
    topic: 'system/state',
    ask: ({ system }, movement) => system[movement](),
    isShown: isMoved,
  });
  const movement = lids === 'Closed' || lids === 'Closing' ? 'openRtbLids' : 'closeRtbLids';
  // The station moves them for a flight by itself, and then accepts no command.
  if (state !== 'StandBy') return null;
  return (
    <>
      <Button isWide isPending={pending !== undefined} onPress={() => void send(movement)}>
        {movement === 'openRtbLids' ? words.flight.openLids : words.flight.closeLids}
      </Button>
      <Trouble text={trouble} />
    </>
  );
}
