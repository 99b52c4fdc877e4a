import { PAYLOADS } from '@kitestring/contract/sim/controls.ts';
import { Choice } from '../kit/choice.tsx';
import { Panel } from '../kit/panel.tsx';
import { Switch } from '../kit/switch.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { isCamera, payloadOf } from './payload-of.ts';

/** What hands can do: press the button, pull the brake, change the payload. */
export function ManualControlsPanel() {
  const words = useWords();
  const button = useTopicPart('system/state', (state) => state.rtb_external_safety_land_button_state);
  const brake = useTopicPart('system/state', (state) => state.rtb_parking_brake_state);
  const buttons = useCommand((client, change: Parameters<typeof client.sim.setButtons>[0]) =>
    client.sim.setButtons(change),
  );
  return (
    <Panel title={words.simulator.manualControls.title}>
      <Switch
        isSelected={button === 'Pressed'}
        isDisabled={button === undefined}
        onChange={(isPressed) => void buttons.send({ safety_land: isPressed })}
      >
        {words.simulator.manualControls.safetyLand}
      </Switch>
      <Switch
        isSelected={brake === 'Engaged'}
        isDisabled={brake === undefined}
        onChange={(isEngaged) => void buttons.send({ parking_brake: isEngaged ? 'engaged' : 'disengaged' })}
      >
        {words.simulator.manualControls.brake}
      </Switch>
      <Trouble text={buttons.trouble} />
      <PayloadControls />
    </Panel>
  );
}

/** What hangs below the Kite, and the power of a camera there. */
function PayloadControls() {
  const words = useWords().simulator.manualControls;
  const online = useTopicPart('camera/state', (state) => state.online_state);
  // The published API knows cameras only: without one it answers 404, whatever hangs there.
  const attached = useReading(async (client) => payloadOf((await client.sim.getTruth()).sensors), { everyMs: 1000 });
  const payload = useCommand((client, change: Parameters<typeof client.sim.setPayload>[0]) =>
    client.sim.setPayload(change),
  );
  const options = PAYLOADS.map((id) => ({ id, name: isCamera(id) ? id : words.withoutCamera[id] }));
  return (
    <>
      <Choice
        label={words.payload}
        options={options}
        value={attached.value}
        onChange={(camera_model) => void payload.send({ camera_model })}
      />
      <Switch
        isSelected={online === 'Online'}
        isDisabled={online === undefined || !isCamera(attached.value)}
        onChange={(isOn) => void payload.send({ online: isOn })}
      >
        {words.cameraOn}
      </Switch>
      <Trouble text={payload.trouble} />
    </>
  );
}
