import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';

export type IsothermSide = 'off' | 'above' | 'below';

/** Enabled thermal tools. */
interface ThermalTools {
  readonly isOn: boolean;
  readonly isSpot: boolean;
  readonly isArea: boolean;
  readonly isotherm: IsothermSide;
  /** Threshold of the isotherm, degrees Celsius; undefined until the user has chosen one. */
  readonly limitC: number | undefined;
  /** Opacity of the thermal picture over the colour picture, 0 to 1. */
  readonly blend: number;
}

const USUAL: ThermalTools = {
  isOn: false,
  isSpot: true,
  isArea: false,
  isotherm: 'off',
  limitC: undefined,
  blend: 0.6,
};

class ThermalToolsStore extends Store<ThermalTools> {
  constructor() {
    super(USUAL);
  }

  readonly choose = (change: Partial<ThermalTools>): void => this.become({ ...this.snapshot(), ...change });
}

const tools = onePer((_: StationLink) => new ThermalToolsStore());

/** Current choice, and how to change it. */
export function useThermalTools(): ThermalTools & Pick<ThermalToolsStore, 'choose'> {
  const store = tools(useStation().link);
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), choose: store.choose };
}
