import { useSyncExternalStore } from 'react';

/** Sections that can be opened beside the picture. */
const DRAWERS = [
  'notifications',
  'recordings',
  'flights',
  'pins',
  'handoff',
  'system',
  'simulator',
  'help',
  'more',
] as const;
export type DrawerName = (typeof DRAWERS)[number];

/** The drawer in the address (`#/recordings`), so that a reload or a bookmark opens it again. */
const drawer = (hash: string): DrawerName | undefined => DRAWERS.find((name) => hash === `#/${name}`);

/** Sections of the administration, each with its own address. */
const DESKS = ['accounts', 'plugins', 'links', 'pictures', 'audit', 'account'] as const;
export type DeskName = (typeof DESKS)[number];

const deskInHash = (hash: string): DeskName | undefined => DESKS.find((name) => hash === `#/${name}`);

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const useDrawer = (): DrawerName | undefined => useSyncExternalStore(subscribe, () => drawer(location.hash));

/** Undefined on the operator's page. */
export const useDesk = (): DeskName | undefined => useSyncExternalStore(subscribe, () => deskInHash(location.hash));

/** Opens a drawer, or closes the open one. */
export function openDrawer(name: DrawerName | undefined): void {
  location.hash = name === undefined ? '#/' : `#/${name}`;
}

/** As in layout.module.css: a drawer covers the picture; it covers everything but alarms and the flight command. */
export const DRAWER_COVERS_PICTURE = '(max-width: 1179px)';
export const DRAWER_COVERS_ALL = '(max-width: 1023px)';
