import { LatePart } from '@kitestring/console-ui/late-part.ts';
import { PartWait, usePagePart } from '../shell/page-part.tsx';
import { useScope } from '../station/station-context.tsx';

/** Not needed for the first figures of a flight. */
const BURNT_IN = new LatePart(() => import('./burnt-in-parts.ts'));
// With the drawers, that show it: nothing is left to be fetched in flight.
BURNT_IN.fetchEarly();

/** The on-screen display, for users who may choose it. */
export function LateDisplayPanel() {
  const { part, ...wait } = usePagePart(BURNT_IN);
  return part === undefined ? <PartWait {...wait} /> : <part.DisplayPanel />;
}

/** Privacy masks, for administrators, and the on-screen display. */
export function PicturesSection() {
  const mayAdminister = useScope('internal');
  const { part, ...wait } = usePagePart(BURNT_IN);
  if (part === undefined) return <PartWait {...wait} />;
  return (
    <>
      {mayAdminister && <part.MasksPanel />}
      <part.DisplayPanel />
    </>
  );
}
