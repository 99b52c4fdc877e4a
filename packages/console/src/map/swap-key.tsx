import { useEffect } from 'react';
import { isField } from '../kit/is-field.ts';
import { useLargeMap } from './large-map-choice.ts';

/** Swaps map and picture, wherever the focus is but in a field. */
const SWAP_KEY = 'm';

export function SwapKey() {
  const { toggle } = useLargeMap();
  useEffect(() => {
    const pressed = ({ altKey, ctrlKey, defaultPrevented, key, metaKey, repeat, target }: KeyboardEvent) => {
      const hasModifier = altKey || ctrlKey || metaKey;
      if (key.toLowerCase() === SWAP_KEY && !(defaultPrevented || hasModifier || repeat || isField(target))) toggle();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [toggle]);
  return null;
}
