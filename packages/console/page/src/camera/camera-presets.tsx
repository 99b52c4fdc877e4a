import { Button } from '@kitestring/console-ui/button.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { CameraPreset } from '@kitestring/station-contract/station/camera-preset.ts';
import { useState } from 'react';
import { useControl } from '../handoff/use-control.ts';
import { CommandForm } from '../parts/command-form.tsx';
import { usePressedKey } from '../parts/use-pressed-key.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { usePlayed } from '../recordings/played-recording.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useScope, useStation } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './camera-presets.module.css';
import { freeKey } from './preset-keys.ts';
import { useCameraControl } from './use-camera-control.ts';

const PRESETS: SharedReadingDefinition<readonly CameraPreset[]> = {
  isOnlyLive: true,
  read: async ({ station }) => (await station.listCameraPresets()).presets,
  list: 'camera_presets',
};

const NONE: readonly CameraPreset[] = [];
/** The stream whose zoom is part of a preset. */
const ZOOMED = 'zoom';

function usePresets() {
  const mayCommand = useScope('control');
  const { again, value } = useSharedReading(PRESETS, !mayCommand);
  return { presets: value ?? NONE, again };
}

/** Moves to a preset. Only for the client in control: a key is pressed by mistake more easily than a button. */
function useGoTo(): ((preset: CameraPreset) => void) | undefined {
  const control = useCameraControl();
  const { inControl } = useControl();
  if (inControl?.kind !== 'own') return undefined;
  return ({ pan_ned, tilt_ned, zoom_level }) => {
    control.aim({ panDeg: pan_ned, tiltDeg: tilt_ned });
    if (zoom_level !== undefined) control.zoomTo(ZOOMED, zoom_level);
  };
}

/** Handles the digit keys, except in a text field. */
export function CameraPresetKeys() {
  const { presets } = usePresets();
  const goTo = useGoTo();
  // A digit pressed during a replay is not meant for the live camera.
  const isReplay = usePlayed().played?.kind === 'flight';
  usePressedKey((pressed) => {
    const preset = presets.find(({ key }) => key === pressed);
    if (preset !== undefined && !isReplay) goTo?.(preset);
  });
  return null;
}

/** The presets with their keys, and a button to store one. */
export function CameraPresets() {
  const { presets: texts } = useWords().camera;
  const { again, presets } = usePresets();
  const goTo = useGoTo();
  const forgetting = useCommand(async ({ station }, preset: CameraPreset) => {
    await station.forgetCameraPreset({ key: preset.key });
    again();
  });
  const key = freeKey(presets);
  const whyNot = useWhyNotText('camera');
  const why = goTo === undefined ? texts.notInControl : whyNot;
  return (
    <Panel title={texts.title}>
      <Off why={why}>
        <OffReason />
        {why === undefined && <p className="quiet small">{texts.lead}</p>}
        <ul className="stack">
          {presets.map((preset) => (
            <li key={preset.key} className={styles.preset}>
              <Button onPress={() => goTo?.(preset)}>
                <kbd>{preset.key}</kbd> <span className="wraps">{preset.name}</span>
              </Button>
              <Button
                look="ghost"
                onPress={() => void forgetting.send(preset)}
                aria-label={texts.forgetOf(preset.name)}
              >
                {texts.forget}
              </Button>
            </li>
          ))}
        </ul>
        <Trouble text={forgetting.trouble} />
        {why === undefined && key !== undefined && <KeepForm presetKey={key} onKept={again} />}
      </Off>
    </Panel>
  );
}

interface KeepFormProps {
  readonly presetKey: CameraPreset['key'];
  readonly onKept: () => void;
}

function KeepForm({ onKept, presetKey: key }: KeepFormProps) {
  const { presets: texts } = useWords().camera;
  const { link } = useStation();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const keeping = useCommand(async (client) => {
    const { pan_ned, tilt_ned } = await client.camera.getCameraState();
    // A station without video has no zoom to store.
    const stream = await client.videostreams.getVideoStreamState({ stream_id: ZOOMED }).catch(() => undefined);
    const zoom_level = stream?.zoom_level;
    if (pan_ned === undefined || tilt_ned === undefined) return;
    const view = { name: name.trim(), pan_ned, tilt_ned, ...(zoom_level !== undefined && { zoom_level }) };
    await link.client.station.keepCameraPreset({ key }, view);
    setName('');
    onKept();
  });
  const submit = () => {
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') void keeping.send();
  };
  return (
    <CommandForm
      label={texts.keep}
      className="stack"
      command={keeping}
      onSubmit={submit}
      submit={texts.keep}
      look="plain"
    >
      <TextField
        label={texts.name(key)}
        hint={texts.nameHint}
        value={name}
        onChange={setName}
        maxLength={40}
        trouble={isMissing ? texts.nameMissing : undefined}
      />
    </CommandForm>
  );
}
