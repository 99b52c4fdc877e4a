import { operation } from '@kitestring/station-contract/operation.ts';
import { getMap, getMapArchive } from '@kitestring/station-contract/station/map-operations.ts';
import { FLEET_BASE } from './operations.ts';

/** Like the operation of a station, for the map archive of the hub. */
export const readFleetMap = operation({
  ...getMap,
  base: FLEET_BASE,
  id: 'fleet.map',
  description:
    'Whether a map archive (`map.archive`) is set and can be used, and its contents. A changed file is read again.',
});

export const readFleetMapArchive = operation({ ...getMapArchive, base: FLEET_BASE, id: 'fleet.map.archive' });
