import { useSyncExternalStore } from 'react';

/** What can be opened beside the picture. */
export const DRAWERS = ['notifications', 'recordings', 'handoff', 'system', 'plugins', 'audit', 'simulator'] as const;
export type DrawerName = (typeof DRAWERS)[number];

/** The drawer that the address names (`#/recordings`), so that a reload and a bookmark open it again. */
export const drawerOf = (hash: string): DrawerName | undefined => DRAWERS.find((name) => hash === `#/${name}`);

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const useDrawer = (): DrawerName | undefined => useSyncExternalStore(subscribe, () => drawerOf(location.hash));

/** Opens a drawer, or closes the one that is open. */
export function openDrawer(name: DrawerName | undefined): void {
  location.hash = name === undefined ? '#/' : `#/${name}`;
}
