import { type ComponentType, useEffect, useState } from 'react';
import type { DrawerName } from './route.ts';

/** Drawers are loaded when they are opened: the picture and the flight come first. */
const LOADERS: Readonly<Record<DrawerName, () => Promise<ComponentType>>> = {
  notifications: async () => (await import('../notifications/notifications-drawer.tsx')).NotificationsDrawer,
  recordings: async () => (await import('../recordings/recordings-drawer.tsx')).RecordingsDrawer,
  handoff: async () => (await import('../handoff/handoff-drawer.tsx')).HandoffDrawer,
  system: async () => (await import('../system/system-drawer.tsx')).SystemDrawer,
  plugins: async () => (await import('../plugins/plugins-drawer.tsx')).PluginsDrawer,
  simulator: async () => (await import('../simulator/simulator-drawer.tsx')).SimulatorDrawer,
};

/** When the page has settled, they are loaded all the same: the station may be out of reach when one is needed. */
const LOAD_ALL_AFTER_MS = 5000;

const loaded = new Map<DrawerName, ComponentType>();

async function load(name: DrawerName): Promise<ComponentType> {
  const content = loaded.get(name) ?? (await LOADERS[name]());
  loaded.set(name, content);
  return content;
}

export interface DrawerContent {
  /** Undefined until it has come. */
  readonly Content: ComponentType | undefined;
  readonly hasFailed: boolean;
  readonly again: () => void;
}

export function useDrawerContent(name: DrawerName): DrawerContent {
  const [attempt, setAttempt] = useState(0);
  const [, drawAnew] = useState(0);
  const [failed, setFailed] = useState<DrawerName>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` loads again
  useEffect(() => {
    setFailed(undefined);
    if (loaded.has(name)) return;
    let isWanted = true;
    load(name).then(
      () => isWanted && drawAnew((count) => count + 1),
      () => isWanted && setFailed(name),
    );
    return () => {
      isWanted = false;
    };
  }, [name, attempt]);
  return { Content: loaded.get(name), hasFailed: failed === name, again: () => setAttempt(attempt + 1) };
}

/** Fetches all drawers a while after the page has come up. To be used once on a page. */
export function useDrawersInAdvance(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const name of Object.keys(LOADERS) as DrawerName[]) load(name).catch(() => undefined);
    }, LOAD_ALL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
