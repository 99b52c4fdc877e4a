import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { named, OneOf, Quantity, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Inventory } from '../inventory.ts';
import { StreamUplinkReason } from '../stream-uplink.ts';
import { Epoch, Seq, Sid } from '../tokens.ts';

export const STATION_STATES = ['online', 'offline', 'cloned', 'revoked'] as const;
export const StationState = OneOf(
  STATION_STATES,
  '`online`: its beats arrive. `offline`: three consecutive beats are missing. `cloned`: two services use its identity. `revoked`: an administrator has ended its membership.',
);
export type StationState = Static<typeof StationState>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** An entry of the list of stations, and of live messages. */
export const HubStation = named('HubStation', 'Current data of a station at the hub. Unknown values are absent.', {
  sid: Sid,
  name: Text('Name of the station.', 'Engine 7'),
  state: StationState,
  since: Type.Optional(Timestamp('Time of the last change of the state.')),
  seen: Type.Optional(Timestamp('Arrival of its newest beat, time of the hub.')),
  clock_offset: Type.Optional(
    Quantity('How far its clock is ahead of the hub’s, seconds; negative if behind. Absent below 5 s.', 7200),
  ),
  flight_state: Type.Optional(OneOf(FLIGHT_STATES, 'State of the Kite in that beat.')),
  altitude: Type.Optional(Type.Number({ description: 'Height of the Kite above the station, metres.' })),
  latitude: Type.Optional(Type.Number({ description: 'Latitude of the station, degrees WGS 84.' })),
  longitude: Type.Optional(Type.Number({ description: 'Longitude of the station, degrees WGS 84.' })),
  alarms: Type.Optional(
    Type.Object(
      { fatal: count('Fatal.'), critical: count('Critical.'), warning: count('Warning.'), info: count('Info.') },
      { description: 'Active notifications by severity.' },
    ),
  ),
});
export type HubStation = Static<typeof HubStation>;

export const FleetStationList = named('FleetStationList', 'Stations by name.', {
  stations: Type.Array(HubStation, { description: 'A page of them.' }),
  total: count('Stations that match the filter.'),
  next_after: Type.Optional(Type.String({ description: '`after` of the next page; absent when there is none.' })),
});
export type FleetStationList = Static<typeof FleetStationList>;

const RelayedStream = Type.Object({
  stream_id: Text('Id of the stream, as in the API of the station.', 'zoom'),
  target_kbps: count('Upper limit on the uplink of the station.'),
  reason: StreamUplinkReason,
  width: Type.Optional(
    count(
      'Width of the pictures that the station encodes for its uplink; absent while it sends the camera’s own stream.',
    ),
  ),
  height: Type.Optional(count('Height of them.')),
  frames_per_second: Type.Optional(Type.Number({ minimum: 0, description: 'Maximum frame rate.' })),
});

/** One station with all data of the hub. */
export const FleetStationDetails = named('FleetStationDetails', 'A station with its software and devices.', {
  station: HubStation,
  enrolled: Timestamp('When it became a member.'),
  revoked: Type.Optional(Timestamp('When its membership was ended.')),
  inventory: Inventory,
  video: Type.Optional(
    Type.Array(RelayedStream, {
      description: 'Streams that it sends to relays, from the newest beat; absent if there are none.',
    }),
  ),
  journal: Type.Optional(
    Type.Object(
      {
        epoch: Epoch,
        head: Seq('Number of its newest record.'),
        sent: Seq('The broker has the records up to this number.'),
        archived: Seq('The archive has the records up to this number.'),
      },
      { description: 'Progress of its records, from the newest beat.' },
    ),
  ),
});
export type FleetStationDetails = Static<typeof FleetStationDetails>;
