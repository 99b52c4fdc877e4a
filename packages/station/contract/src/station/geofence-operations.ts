import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { NewZone, ZONES_MAX, Zone } from './geofence.ts';
import { CONTROLS, READS } from './paths.ts';

const ZONE = {
  zone_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  name: 'Tether circle',
  rule: 'stay_inside',
  circle: { latitude: 47.3769, longitude: 8.5417, radius: 60 },
  created_time: '2026-03-01T09:30:00.250000+00:00',
  created_by: 'console',
  is_crossed: false,
} as const;
const { created_by: _by, created_time: _time, is_crossed: _crossed, zone_id: _id, ...NEW } = ZONE;

export const getGeofence = operation({
  ...READS,
  id: 'station.geofence',
  path: '/geofence',
  summary: 'Geofence',
  description: `Zones, the oldest first; at most ${ZONES_MAX}. They survive a restart. A crossing raises the notification 30060 and changes nothing in the flight: the station neither steers nor lands for it.`,
  replies: { 200: Type.Array(Zone) },
  replyExample: [ZONE],
});

export const addZone = operation({
  ...CONTROLS,
  id: 'station.geofence.add',
  method: 'POST',
  path: '/geofence',
  summary: 'Set a zone',
  description: 'Sets a zone for all clients of this station. Control is not required: nothing moves.',
  body: NewZone,
  replies: { 201: Zone },
  errors: ['TOO_MANY_ZONES', 'STORE_UNUSABLE'],
  examples: [{ summary: 'A circle around the Ground Station', value: NEW }],
  replyExample: ZONE,
});

export const deleteZone = operation({
  ...CONTROLS,
  id: 'station.geofence.delete',
  method: 'DELETE',
  path: '/geofence/{zone_id}',
  summary: 'Delete a zone',
  description: 'Deletes a zone for all clients.',
  params: Type.Object({ zone_id: Text('Id of the zone.', '7d444840-9dc0-41d1-b245-5ffdce74fad2') }),
  errors: ['ZONE_NOT_FOUND', 'STORE_UNUSABLE'],
});
