import { Panel } from '../kit/panel.tsx';
import { useStage } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './camera-panel.module.css';
import { CompassRose } from './compass-rose.tsx';
import { DirectionPad } from './direction-pad.tsx';
import { TiltPresets } from './tilt-presets.tsx';
import { TwistCounter } from './twist-counter.tsx';
import { UnwindButton } from './unwind-button.tsx';
import { useCameraLimits } from './use-camera-control.ts';
import { useTwist } from './use-twist.ts';
import { ZoomSlider } from './zoom-slider.tsx';

/** Moves the camera without the picture: bearing, pad, zoom, tilts; and the turns in the tether that come of it. */
export function CameraPanel() {
  const words = useWords();
  useCameraLimits();
  const { main } = useStage();
  const knowledge = useTwist();
  return (
    <Panel title={words.camera.title} isTitleHidden>
      <div className={styles.rows}>
        <div className={styles.aim}>
          <CompassRose streamId={main?.stream_id} />
          <DirectionPad streamId={main?.stream_id} />
        </div>
        <ZoomSlider stream={main} />
        <div className={styles.presets}>
          <TiltPresets />
          <UnwindButton knowledge={knowledge} />
        </div>
        <TwistCounter knowledge={knowledge} />
      </div>
    </Panel>
  );
}
