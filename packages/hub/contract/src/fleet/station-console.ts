import { operation } from '@kitestring/station-contract/operation.ts';
import { named } from '@kitestring/station-contract/schema.ts';
import Type from 'typebox';
import { HUB_SCOPES } from '../command.ts';
import { MapTiles } from '../inventory.ts';
import { Sid } from '../tokens.ts';
import { FLEET_BASE } from './operations.ts';
import { THROUGH_HUB } from './through-hub.ts';

export const StationConsole = named('StationConsole', 'Data of the console of a station before its first state.', {
  station_name: Type.String({ maxLength: 200, description: 'Name of the station.' }),
  is_simulated: Type.Boolean({ description: 'No aircraft flies.' }),
  is_replay: Type.Boolean({ description: 'A recording is being played.' }),
  version: Type.String({ maxLength: 100, description: 'Version of its software.' }),
  api_version: Type.String({ maxLength: 20, description: 'Version of the published API that it serves.' }),
  limits: Type.Object(
    {
      altitude_max_without_gps_m: Type.Number(),
      gps_accuracy_max_m: Type.Number(),
      drift_warn_m: Type.Number(),
      drift_max_m: Type.Number(),
      base_height_m: Type.Optional(Type.Number()),
      control_lease_s: Type.Number(),
    },
    { description: 'Limits for its console, in metres and seconds.' },
  ),
  has_accounts: Type.Boolean({ description: 'Always false: people sign in at the hub.' }),
  map: Type.Optional(MapTiles),
  hub: Type.Optional(
    Type.Object(
      {
        session_id: Type.String({ description: 'Id of the caller’s session at the station, as in `handoff/state`.' }),
        plugin_name: Type.String({ description: 'Name by which the station shows the caller.' }),
        scopes: Type.Array(Type.Enum(HUB_SCOPES), {
          description: 'Scopes there, within the limits of hub and station.',
        }),
        is_camera_only: Type.Optional(
          Type.Boolean({
            description: 'The caller may turn the camera there, but not fly: only the role `operator`.',
          }),
        ),
      },
      { description: 'The caller at the station. After a restart of the station’s service it is another session.' },
    ),
  ),
});

export const readStationConsole = operation({
  base: FLEET_BASE,
  id: `${THROUGH_HUB}console`,
  path: '/stations/{sid}/console.json',
  access: ['read'],
  summary: 'Data of the console of a station',
  description:
    'The console itself is at `/fleet/v1/stations/{sid}/`, for browsers that are signed in at the hub. Opens a session at the station for this sign-in.',
  params: Type.Object({ sid: Sid }),
  replies: { 200: StationConsole },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STATION_OFFLINE', 'STATION_NOT_LIVE', 'STATION_BUSY', 'NO_CONSOLE'],
});
