import Type from 'typebox';
import { operation } from '../operation.ts';
import { named, OneOf, Text, YesNo } from '../schema.ts';
import { API_VERSIONS } from '../versions.ts';

const Version = OneOf(API_VERSIONS, 'Version of the published API.', '1.1.2');

const KnownVersion = named('KnownVersion', 'A version of the published API that this software can serve.', {
  api_version: Version,
  is_served: YesNo('This station is configured as this version.', true),
  base_path: Text('First part of its paths.', '/api/v1'),
  health_path: Text('Path of its health, which is open to all.', '/api/v1/health'),
});

const VersionList = named('VersionList', 'The version that is served, and those that could be.', {
  api_version: OneOf(API_VERSIONS, 'Version that is served now.', '1.1.2'),
  versions: Type.Array(KnownVersion, { description: 'All versions that this software can serve, the newest first.' }),
});

const HealthResponse = named('HealthResponse', 'The station is healthy.', {
  status: Text('`OK`.', 'OK'),
  api_version: Text('Version of the API that is served.', '1.1.2'),
});

/** The whole body, a JSON string, when the station is out of service. */
export const UNHEALTHY = 'Service Unavailable';

const Unhealthy = Text(
  'The station is out of service: its store is not usable, or the simulation has stopped with a fault.',
  UNHEALTHY,
);

const health = {
  summary: 'Health check',
  description: 'Needs no token and is not rate-limited. A 500 is the JSON string "Service Unavailable".',
  access: 'open',
  replies: { 200: HealthResponse, 500: Unhealthy },
  replyExample: { status: 'OK', api_version: '1.1.2' },
} as const;

const exampleIn = (version: string) => ({ replyExample: { status: 'OK', api_version: version } });

export const getHealth = operation({
  ...health,
  // An id that is the beginning of a schema's name (`HealthResponse`) breaks generators of Go clients.
  id: 'health.get',
  path: '/health',
  versions: { '1.0.0': exampleIn('1.0.0'), '0.5.0': 'absent' },
});

export const getHealthV1 = operation({
  ...health,
  id: 'v1.health',
  path: '/v1/health',
  versions: { '1.0.0': exampleIn('1.0.0'), '0.5.0': exampleIn('0.5.0') },
});

export const getVersions = operation({
  id: 'versions',
  path: '/versions',
  summary: 'Versions that this station speaks',
  description:
    'A station serves one version of the published API: the one that its setting `api_version` names. Open to all and never limited, and at the same path in every version.',
  access: 'open',
  replies: { 200: VersionList },
  replyExample: {
    api_version: '1.1.2',
    versions: [
      { api_version: '1.1.2', is_served: true, base_path: '/api/v1', health_path: '/api/v1/health' },
      { api_version: '1.0.0', is_served: false, base_path: '/api/v1', health_path: '/api/v1/health' },
      { api_version: '0.5.0', is_served: false, base_path: '/api/v0', health_path: '/api/v0/health' },
    ],
  },
});
