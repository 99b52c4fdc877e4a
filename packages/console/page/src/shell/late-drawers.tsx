import { LatePart } from '@kitestring/console-ui/late-part.ts';
import type { ComponentProps, ComponentType } from 'react';
import styles from './page-part.module.css';
import { PartWait, usePagePart } from './page-part.tsx';

/**
 * Parts that the first figures of a flight do not need, and drawers not needed in flight: notifications and control are
 * not among them.
 */
export const DRAWERS = new LatePart(() => import('./drawers.ts'));

type Drawers = typeof import('./drawers.ts');
type LateDrawerProps<Name extends keyof Drawers> = { readonly name: Name } & ComponentProps<Drawers[Name]>;

/** Shown as nothing until loaded. */
export function LateExtras() {
  const { part } = usePagePart(DRAWERS);
  return part === undefined ? null : <part.SeatExtras />;
}

/** Shown as nothing until loaded. */
export function LateChecklist() {
  const { part } = usePagePart(DRAWERS);
  return part && <part.CrewChecklist />;
}

/** Shown as nothing until loaded. */
export function LateLastKnown() {
  const { part } = usePagePart(DRAWERS);
  return part && <part.LastKnown />;
}

/** Shown as nothing until loaded. */
export function LateTiles({ size }: ComponentProps<Drawers['TilePictures']>) {
  const { part } = usePagePart(DRAWERS);
  return part && <part.TilePictures size={size} />;
}

/** Shown as nothing until loaded. */
export function LateFollow() {
  const { part } = usePagePart(DRAWERS);
  return part && <part.FollowChip />;
}

/** Shown as nothing until loaded. */
export function LateAircraftChip() {
  const { part } = usePagePart(DRAWERS);
  return part && <part.AircraftChip />;
}

/** A button in a row of buttons; its place is reserved until it is loaded. */
export function LateTool<Name extends keyof Drawers>({ name, ...props }: LateDrawerProps<Name>) {
  const { part } = usePagePart(DRAWERS);
  if (part === undefined) return <span className={styles.tool} />;
  const Tool = part[name] as ComponentType<object>;
  return <Tool {...props} />;
}

/** Content of such a drawer, or a placeholder until loaded. */
export function LateDrawer<Name extends keyof Drawers>({ name, ...props }: LateDrawerProps<Name>) {
  const { part, ...wait } = usePagePart(DRAWERS);
  if (part === undefined) return <PartWait {...wait} />;
  const Drawer = part[name] as ComponentType<object>;
  return <Drawer {...props} />;
}
