import { useEffect } from 'react';
import { openDrawer } from '../shell/route.ts';
import { Tips } from './tips.tsx';
import { Tour } from './tour.tsx';

/** Aids for new users: tooltips, the help key, the tour. Not needed in flight and therefore loaded late. */
export function SeatExtras() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      event.preventDefault();
      openDrawer('help');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Tips />
      <Tour />
    </>
  );
}

/** In a field, where a key is a letter. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null;
