import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { LocatedPlace, Location } from '@kitestring/station-contract/place/locate.ts';
import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';

interface Locating {
  readonly isOn: boolean;
  /** Clicked point; undefined while the crosshair is used. */
  readonly clicked: Location | undefined;
}

const OFF: Locating = { isOn: false, clicked: undefined };

/** Whether the operator queries a position, and which one. */
class LocatingStore extends Store<Locating> {
  constructor() {
    super(OFF);
  }

  readonly toggle = (): void => this.become(this.snapshot().isOn ? OFF : { ...OFF, isOn: true });
  readonly click = (clicked: Location): void => this.become({ isOn: true, clicked });
  readonly followCrosshair = (): void => this.become({ isOn: true, clicked: undefined });
}

const locating = onePer((_: StationLink) => new LocatingStore());

/** Current query, and how to change it. */
export function useLocating(): Locating & Pick<LocatingStore, 'toggle' | 'click' | 'followCrosshair'> {
  const store = locating(useStation().link);
  const { click, followCrosshair, toggle } = store;
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), click, followCrosshair, toggle };
}

export const isPlace = (location: Location | undefined): location is LocatedPlace =>
  location !== undefined && !('none' in location);
