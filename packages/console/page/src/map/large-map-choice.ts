import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';

/** Whether the map is shown instead of the picture. A new page begins with the picture. */
class LargeMapChoice extends Store<boolean> {
  constructor() {
    super(false);
  }

  readonly toggle = (): void => this.become(!this.snapshot());
}

const choiceOf = onePer((_: StationLink) => new LargeMapChoice());

export function useLargeMap(): { readonly isLarge: boolean; readonly toggle: () => void } {
  const choice = choiceOf(useStation().link);
  return { isLarge: useSyncExternalStore(choice.subscribe, choice.snapshot), toggle: choice.toggle };
}
