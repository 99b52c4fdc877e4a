import { Panel } from '../kit/panel.tsx';
import { Switch } from '../kit/switch.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useCommand } from '../station/use-command.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { PayloadControls } from './payload-controls.tsx';

/** What hands can do: press the button, pull the brake, change the payload. */
export function HandsPanel() {
  const words = useWords();
  const button = useTopicPart('system/state', (state) => state.rtb_external_safety_land_button_state);
  const brake = useTopicPart('system/state', (state) => state.rtb_parking_brake_state);
  const buttons = useCommand((client, change: Parameters<typeof client.sim.setButtons>[0]) =>
    client.sim.setButtons(change),
  );
  return (
    <Panel title={words.simulator.hands.title}>
      <Switch
        isSelected={button === 'Pressed'}
        isDisabled={button === undefined}
        onChange={(isPressed) => void buttons.send({ safety_land: isPressed })}
      >
        {words.simulator.hands.safetyLand}
      </Switch>
      <Switch
        isSelected={brake === 'Engaged'}
        isDisabled={brake === undefined}
        onChange={(isEngaged) => void buttons.send({ parking_brake: isEngaged ? 'engaged' : 'disengaged' })}
      >
        {words.simulator.hands.brake}
      </Switch>
      <Trouble text={buttons.trouble} />
      <PayloadControls />
    </Panel>
  );
}
