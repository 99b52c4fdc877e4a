import { CAMERA_MODELS } from '@kitestring/contract/camera/camera-info.ts';
import { Choice } from '../kit/choice.tsx';
import { Panel } from '../kit/panel.tsx';
import { Switch } from '../kit/switch.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';

const MODELS = CAMERA_MODELS.map((id) => ({ id, name: id }));

/** What hands can do: press the button, pull the brake, change the camera. */
export function HandsPanel() {
  const words = useWords();
  const button = useTopicPart('system/state', (state) => state.rtb_external_safety_land_button_state);
  const brake = useTopicPart('system/state', (state) => state.rtb_parking_brake_state);
  const online = useTopicPart('camera/state', (state) => state.online_state);
  const camera = useReading((client) => client.camera.getCameraInfo(), { everyMs: 3000 });
  const buttons = useCommand((client, change: Parameters<typeof client.sim.setButtons>[0]) =>
    client.sim.setButtons(change),
  );
  const payload = useCommand((client, change: Parameters<typeof client.sim.setPayload>[0]) =>
    client.sim.setPayload(change),
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
      <Choice
        label={words.simulator.hands.camera}
        options={MODELS}
        value={MODELS.find(({ id }) => id === camera.value?.model)?.id}
        onChange={(camera_model) => void payload.send({ camera_model })}
      />
      <Switch
        isSelected={online === 'Online'}
        isDisabled={online === undefined}
        onChange={(isOn) => void payload.send({ online: isOn })}
      >
        {words.simulator.hands.cameraOn}
      </Switch>
      <Trouble text={payload.trouble} />
    </Panel>
  );
}
