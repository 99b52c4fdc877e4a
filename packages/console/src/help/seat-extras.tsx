import { useEffect } from 'react';
import { openDrawer } from '../shell/route.ts';
import { isTyped } from './is-typed.ts';
import { Tips } from './tips.tsx';
import { Tour } from './tour.tsx';

/** What helps a person who does not know the seat: tips, the key for help, the tour. No flight needs it, so that it comes late. */
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
