import { Button } from '@kitestring/kit/button.tsx';
import { Off, OffReason } from '@kitestring/kit/off.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useStage } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './camera-panel.module.css';
import { CameraPresetKeys } from './camera-presets.tsx';
import { CompassRose } from './compass-rose.tsx';
import { DirectionPad } from './direction-pad.tsx';
import { TwistCounter, UnwindButton, useTwist } from './twist-counter.tsx';
import { useCameraControl, useCameraLimits } from './use-camera-control.ts';
import { ZoomSlider } from './zoom-slider.tsx';

/** Moves the camera without the picture: bearing, pad, zoom, tilts; and the turns in the tether that come of it. */
export function CameraPanel() {
  const words = useWords();
  const why = useWhyNotText('camera');
  useCameraLimits(why === undefined);
  const { main } = useStage();
  const knowledge = useTwist();
  return (
    <Panel title={words.camera.title} isTitleHidden>
      <CameraPresetKeys />
      <div className={styles.rows}>
        <Off why={why}>
          <OffReason />
          <div className={styles.aim}>
            <CompassRose streamId={main?.stream_id} />
            <DirectionPad streamId={main?.stream_id} />
          </div>
          <ZoomSlider stream={main} />
          <div className={styles.presets}>
            <TiltPresets />
            <UnwindButton knowledge={knowledge} />
          </div>
        </Off>
        <TwistCounter knowledge={knowledge} />
      </div>
    </Panel>
  );
}

const PRESETS = [
  { name: 'horizon', tiltDeg: 0 },
  { name: 'half', tiltDeg: 45 },
  { name: 'down', tiltDeg: 90 },
] as const;

/** Tilts that are used again and again. Down is as far as the gimbal goes. */
function TiltPresets() {
  const words = useWords();
  const control = useCameraControl();
  return (
    <fieldset className={styles.tiltPresetsPresets}>
      <legend className="hidden-visually">{words.camera.tilts}</legend>
      {PRESETS.map(({ name, tiltDeg }) => (
        <Button key={name} onPress={() => control.aim({ tiltDeg })}>
          {words.camera.tiltPresets[name]}
        </Button>
      ))}
    </fieldset>
  );
}
