import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { PAYLOADS, type PayloadName } from '@kitestring/station-contract/sim/controls.ts';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { isCamera, payloadOf } from './payload-of.ts';

/** Manual controls: press the button, set the brake, change the payload. */
export function ManualControlsPanel() {
  const words = useWords();
  const button = useTopicPart('system/state', (state) => state.rtb_external_safety_land_button_state);
  const brake = useTopicPart('system/state', (state) => state.rtb_parking_brake_state);
  const { value: sensors } = useReading(async (client) => (await client.sim.getTruth()).sensors, { everyMs: 1000 });
  // API 1.0.0 has neither in its state.
  const box = sensors?.rooftop_box;
  const isPressed = button === undefined ? box?.safety_land_button_pressed : button === 'Pressed';
  const isEngaged = brake === undefined ? box?.parking_brake_engaged : brake === 'Engaged';
  const buttons = useCommand((client, change: Parameters<typeof client.sim.setButtons>[0]) =>
    client.sim.setButtons(change),
  );
  return (
    <Panel title={words.simulator.manualControls.title}>
      <Switch
        isSelected={isPressed === true}
        isDisabled={isPressed === undefined}
        onChange={(isOn) => void buttons.send({ safety_land: isOn })}
      >
        {words.simulator.manualControls.safetyLand}
      </Switch>
      <Switch
        isSelected={isEngaged === true}
        isDisabled={isEngaged === undefined}
        onChange={(isOn) => void buttons.send({ parking_brake: isOn ? 'engaged' : 'disengaged' })}
      >
        {words.simulator.manualControls.brake}
      </Switch>
      <Trouble text={buttons.trouble} />
      {/* The published API only knows cameras: without one it answers 404, whatever is attached. */}
      <PayloadControls attached={payloadOf(sensors)} />
    </Panel>
  );
}

/** Payload of the Kite, and the power of its camera. */
function PayloadControls({ attached }: { readonly attached: PayloadName | undefined }) {
  const words = useWords().simulator.manualControls;
  const online = useTopicPart('camera/state', (state) => state.online_state);
  const payload = useCommand((client, change: Parameters<typeof client.sim.setPayload>[0]) =>
    client.sim.setPayload(change),
  );
  const options = PAYLOADS.map((id) => ({ id, name: isCamera(id) ? id : words.withoutCamera[id] }));
  return (
    <>
      <Choice
        label={words.payload}
        options={options}
        value={attached}
        onChange={(camera_model) => void payload.send({ camera_model })}
      />
      <Switch
        isSelected={online === 'Online'}
        isDisabled={online === undefined || !isCamera(attached)}
        onChange={(isOn) => void payload.send({ online: isOn })}
      >
        {words.cameraOn}
      </Switch>
      <Trouble text={payload.trouble} />
    </>
  );
}
