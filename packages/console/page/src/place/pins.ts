import type { Pin, PinKind } from '@kitestring/station-contract/station/pin.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { type Command, useCommand, useFormCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';

const PINS: SharedReadingDefinition<readonly Pin[]> = {
  isOnlyLive: true,
  // A hub also shows stations whose pins have no kind yet.
  read: async ({ station }) => (await station.listPins()).map((pin) => ({ ...pin, kind: pin.kind ?? 'other' })),
  list: 'pins',
};

const NONE: readonly Pin[] = [];

/** The pins of the station, read while they are shown. */
export function usePins(): readonly Pin[] {
  return useSharedReading(PINS).value ?? NONE;
}

interface PinnedPlace {
  readonly name: string;
  readonly kind: PinKind;
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly errorRadiusM: number;
}

/** Adds a pin and shows it at once. */
export function useAddPin({ errorRadiusM, kind, latDeg, lonDeg, name }: PinnedPlace): Command<[]> {
  const { again } = useSharedReading(PINS, true);
  return useFormCommand(async ({ station }) => {
    const error_radius_m = Number(errorRadiusM.toFixed(1));
    await station.addPin({ name, kind, latitude: latDeg, longitude: lonDeg, error_radius_m });
    again();
  });
}

export function useDeletePin(): Command<[pinId: string]> {
  const { again } = useSharedReading(PINS, true);
  return useCommand(async ({ station }, pinId) => {
    await station.deletePin({ pin_id: pinId });
    again();
  });
}
