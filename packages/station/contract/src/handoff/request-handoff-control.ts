import Type, { type Static } from 'typebox';
import { AccuracyM, ElevationM, LatitudeDeg, LongitudeDeg, named, OneOf, Text } from '../schema.ts';
import { type SchemaDifference, versioned } from '../versions/schema-versions.ts';
import type { ByVersion } from '../versions.ts';
import { ClientIpAddress } from './client-ip-address.ts';

/** Mode in which a client reports its operator. Not `RegulatoryMode` of the system: a client leaves it `unset`. */
export const OPERATOR_REGULATORY_MODES = ['US_REMOTE_ID_STANDARD', 'unset'] as const;

const properties = {
  operator_name: Text(
    'Name of the operator, shown to others: one line without control characters. May be empty; at most 1000 bytes of UTF-8.',
    'M. Rossi',
    { maxLength: 1000 },
  ),
  regulatory_mode: Type.Optional(
    OneOf(
      OPERATOR_REGULATORY_MODES,
      '`US_REMOTE_ID_STANDARD` when the position below is to be sent by Remote ID. Without a position, that of the Ground Station is sent. Any other text counts as `unset`.',
      'unset',
    ),
  ),
  operator_gps_lat: Type.Optional(LatitudeDeg('Latitude of the operator, degrees WGS 84.')),
  operator_gps_lon: Type.Optional(LongitudeDeg('Longitude of the operator, degrees WGS 84.')),
  operator_gps_elevation: Type.Optional(ElevationM('Elevation of the operator above mean sea level, metres.')),
  operator_gps_accuracy: Type.Optional(AccuracyM('Horizontal accuracy of the operator’s position, metres.')),
};

const { operator_name: _, ...remoteId } = properties;
const IN_PREVIEW: ByVersion<SchemaDifference> = {
  '0.5.0': { without: Object.keys(remoteId), with: { ip_address: ClientIpAddress } },
};

export const RequestHandoffControl = named(
  'RequestHandoffControl',
  'The operator who requests control, with position.',
  properties,
  IN_PREVIEW,
);
export type RequestHandoffControl = Static<typeof RequestHandoffControl>;

/** The accepted form: as published, but with any text as mode, because clients send modes of their own country. */
export const RequestHandoffControlOfAnyMode = versioned(
  Type.Object({ ...properties, regulatory_mode: Type.Optional(Type.String()) }),
  IN_PREVIEW,
);
