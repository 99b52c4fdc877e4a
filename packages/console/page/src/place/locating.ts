import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { LocatedPlace, Location } from '@kitestring/station-contract/place/locate.ts';
import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { MEASURED_POINTS_MAX } from './measure.ts';

interface Locating {
  readonly isOn: boolean;
  /** Clicked point; undefined while the crosshair is used. */
  readonly clicked: Location | undefined;
  /** Points of a measurement, in order. */
  readonly points: readonly LatLon[];
}

const OFF: Locating = { isOn: false, clicked: undefined, points: [] };

/** Whether the operator queries a position, and which one. */
class LocatingStore extends Store<Locating> {
  constructor() {
    super(OFF);
  }

  readonly toggle = (): void => this.become(this.snapshot().isOn ? OFF : { ...OFF, isOn: true });
  /** A click selects a point; once a measurement has begun, it adds one. */
  readonly click = (clicked: Location): void => {
    const { points } = this.snapshot();
    if (points.length === 0 || !isPlace(clicked)) this.become({ ...this.snapshot(), isOn: true, clicked });
    else if (points.length < MEASURED_POINTS_MAX) this.measure([...points, clicked.at]);
  };
  readonly followCrosshair = (): void => this.become({ ...this.snapshot(), isOn: true, clicked: undefined });
  /** The next point is that of the crosshair: the selected one is among them. */
  readonly measure = (points: readonly LatLon[]): void =>
    this.become({ ...this.snapshot(), clicked: undefined, points });
}

const locating = onePer((_: StationLink) => new LocatingStore());

/** Current query, and how to change it. */
export function useLocating(): Locating & Pick<LocatingStore, 'toggle' | 'click' | 'followCrosshair' | 'measure'> {
  const store = locating(useStation().link);
  const { click, followCrosshair, measure, toggle } = store;
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), click, followCrosshair, measure, toggle };
}

export const isPlace = (location: Location | undefined): location is LocatedPlace =>
  location !== undefined && !('none' in location);
