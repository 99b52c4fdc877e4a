import { Button } from '../kit/button.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './tilt-presets.module.css';
import { useCameraControl } from './use-camera-control.ts';

const PRESETS = [
  { name: 'horizon', tiltDeg: 0 },
  { name: 'half', tiltDeg: 45 },
  { name: 'down', tiltDeg: 90 },
] as const;

/** Tilts that are used again and again. Down is as far as the gimbal goes. */
export function TiltPresets() {
  const words = useWords();
  const control = useCameraControl();
  return (
    <fieldset className={styles.presets}>
      <legend className="hidden-visually">{words.camera.tilts}</legend>
      {PRESETS.map(({ name, tiltDeg }) => (
        <Button key={name} onPress={() => control.aim({ tiltDeg })}>
          {words.camera.tiltPresets[name]}
        </Button>
      ))}
    </fieldset>
  );
}
