import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { shownTip, type Tip, tipOf } from './tip-of.ts';
import styles from './tips.module.css';

/** A pointer that only passes gets none. */
const AFTER_MS = 600;

/**
 * Names what has only an icon, and says why a control is off: under a resting pointer, and with the focus of the keyboard. Escape
 * puts it away. Screen readers have the same as name and description.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: EventTarget | null, afterMs: number) => {
      clearTimeout(timer);
      const found = tipOf(target);
      if (found === undefined || afterMs === 0) setTip(found);
      else timer = setTimeout(() => setTip(tipOf(target)), afterMs);
    };
    const listeners = {
      pointerover: ({ pointerType, target }: PointerEvent) => pointerType === 'mouse' && show(target, AFTER_MS),
      pointerdown: () => show(null, 0),
      focusin: ({ target }: FocusEvent) => show((target as Element).matches(':focus-visible') ? target : null, 0),
      focusout: () => show(null, 0),
      keydown: ({ key }: KeyboardEvent) => key === 'Escape' && show(null, 0),
      scroll: () => show(null, 0),
    };
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, true);
    }
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) {
        document.removeEventListener(name, listener as EventListener, true);
      }
    };
  }, []);
  if (tip === undefined) return null;
  return createPortal(
    <div className={styles.tip} role="tooltip" style={shownTip(tip, { widthPx: innerWidth, heightPx: innerHeight })}>
      {tip.text}
    </div>,
    document.body,
  );
}
