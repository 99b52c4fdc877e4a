import { useOff } from '@kitestring/console-ui/off.tsx';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { PAGE_CLOCK } from './command-lane.ts';
import styles from './direction-pad.module.css';
import { HeldSteering, KEY_WAYS } from './held-steering.ts';
import { useCameraControl } from './use-camera-control.ts';

/** Field of view for steering before the station has sent one. */
const USUAL_DEG = 60;

const PAD = [
  { name: 'up', key: 'ArrowUp', turn: 0 },
  { name: 'left', key: 'ArrowLeft', turn: 270 },
  { name: 'right', key: 'ArrowRight', turn: 90 },
  { name: 'down', key: 'ArrowDown', turn: 180 },
] as const;

/** Four buttons that turn the camera while they are held. */
export function DirectionPad({ streamId }: { readonly streamId: string | undefined }) {
  const words = useWords();
  const steering = usePadSteering(streamId);
  const { isDisabled, ...described } = useOff();
  const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return (
    <fieldset className={styles.pad}>
      <legend className="hidden-visually">{words.camera.turn}</legend>
      {PAD.map(({ key, name, turn }) => {
        const hold = () => steering.hold(name, KEY_WAYS[key] ?? { right: 0, down: 0 });
        const letGo = () => steering.letGo(name);
        return (
          <button
            key={name}
            type="button"
            className={styles.button}
            data-way={name}
            aria-label={words.camera.ways[name]}
            aria-disabled={isDisabled}
            {...described}
            {...(!isDisabled && { 'aria-description': words.camera.holdToTurn })}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              hold();
            }}
            onPointerUp={letGo}
            onPointerCancel={letGo}
            onLostPointerCapture={letGo}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={(event) => {
              if (!isPress(event)) return;
              event.preventDefault();
              hold();
            }}
            onKeyUp={(event) => isPress(event) && letGo()}
            onBlur={letGo}
          >
            <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
              <path className={styles.arrow} d="M12 5l8 12H4Z" transform={`rotate(${turn} 12 12)`} />
            </svg>
          </button>
        );
      })}
    </fieldset>
  );
}

function usePadSteering(streamId: string | undefined): HeldSteering {
  const control = useCameraControl();
  const { link } = useStation();
  const latest = useRef(streamId);
  latest.current = streamId;
  const fieldOfViewDeg = useCallback(() => {
    const state = latest.current && link.topic(`videostreams/${latest.current}/state`).snapshot().value;
    return (state ? state.fov_horizontal : undefined) ?? USUAL_DEG;
  }, [link]);
  const steering = useMemo(
    () => new HeldSteering({ control, input: 'pad', clock: PAGE_CLOCK, fieldOfViewDeg }),
    [control, fieldOfViewDeg],
  );
  useEffect(() => {
    const letGo = () => steering.letGoAll();
    window.addEventListener('blur', letGo);
    document.addEventListener('visibilitychange', letGo);
    return () => {
      window.removeEventListener('blur', letGo);
      document.removeEventListener('visibilitychange', letGo);
      letGo();
    };
  }, [steering]);
  return steering;
}
