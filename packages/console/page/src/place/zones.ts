import type { NewZone, Zone } from '@kitestring/station-contract/station/geofence.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { type Command, useCommand, useFormCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';

const ZONES: SharedReadingDefinition<readonly Zone[]> = {
  isOnlyLive: true,
  read: ({ station }) => station.getGeofence(),
  list: 'geofence',
};

const NONE: readonly Zone[] = [];

/** The zones of the geofence, read while they are shown. */
export function useZones(): readonly Zone[] {
  return useSharedReading(ZONES).value ?? NONE;
}

/** Sets a zone and shows it at once. */
export function useAddZone(zone: NewZone | undefined): Command<[]> {
  const { again } = useSharedReading(ZONES, true);
  return useFormCommand(async ({ station }) => {
    if (zone === undefined) return;
    await station.addZone(zone);
    again();
  });
}

export function useDeleteZone(): Command<[zoneId: string]> {
  const { again } = useSharedReading(ZONES, true);
  return useCommand(async ({ station }, zoneId) => {
    await station.deleteZone({ zone_id: zoneId });
    again();
  });
}
