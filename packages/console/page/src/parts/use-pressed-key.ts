import { useEffect, useRef } from 'react';
import { isField } from './is-field.ts';

type KeyPress = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'repeat'>;

/** Whether only this key is pressed, and the event is not handled yet. */
export const isPlainPress = ({ altKey, ctrlKey, defaultPrevented, metaKey, repeat }: KeyPress): boolean =>
  !(altKey || ctrlKey || metaKey || repeat || defaultPrevented);

/** Handles keys everywhere except in text fields. */
export function usePressedKey(act: (key: string) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isPlainPress(event) && !isField(event.target)) latest.current(event.key);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
