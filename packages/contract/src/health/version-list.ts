import Type from 'typebox';
import { named } from '../schema.ts';
import { API_VERSIONS } from '../versions.ts';

const Version = Type.Enum(API_VERSIONS, { description: 'Version of the published API.', examples: ['1.1.2'] });

const KnownVersion = named('KnownVersion', 'A version of the published API that this software can serve.', {
  api_version: Version,
  is_served: Type.Boolean({ description: 'This station is configured as this version.', examples: [true] }),
  base_path: Type.String({ description: 'First part of its paths.', examples: ['/api/v1'] }),
  health_path: Type.String({ description: 'Path of its health, which is open to all.', examples: ['/api/v1/health'] }),
});

export const VersionList = named('VersionList', 'The version that is served, and those that could be.', {
  api_version: Type.Enum(API_VERSIONS, { description: 'Version that is served now.', examples: ['1.1.2'] }),
  versions: Type.Array(KnownVersion, { description: 'All versions that this software can serve, the newest first.' }),
});
