import { Button } from '../kit/button.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import type { TwistKnowledge } from './twist.ts';
import { useUnwind } from './use-unwind.ts';

/** Turns against the twist of the tether; pressed again, or with any other order to the camera, it stops. */
export function UnwindButton({ knowledge }: { readonly knowledge: TwistKnowledge }) {
  const words = useWords();
  const isFlying = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'Flying') ?? false;
  const { isOffered, isOn, toggle } = useUnwind(knowledge);
  return (
    <Button
      look={isOn ? 'danger' : 'plain'}
      isDisabled={!isOn && !(isOffered && isFlying)}
      aria-label={isOn ? words.camera.stopUnwinding : words.camera.unwindTether}
      onPress={toggle}
    >
      {isOn ? words.camera.stop : words.camera.unwind}
    </Button>
  );
}
