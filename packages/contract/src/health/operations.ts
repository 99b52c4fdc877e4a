import Type, { type Static } from 'typebox';
import { operation } from '../operation.ts';
import { named } from '../schema.ts';

export const HealthResponse = named('HealthResponse', 'The station does its work.', {
  status: Type.String({ description: '`OK`.', examples: ['OK'] }),
  api_version: Type.String({ description: 'Version of the API that is served.', examples: ['1.1.2'] }),
});
export type HealthResponse = Static<typeof HealthResponse>;

/** The whole body, a JSON string, when the station cannot do its work. */
export const UNHEALTHY = 'Service Unavailable';

const Unhealthy = Type.String({
  description: 'The station cannot do its work: its store cannot be used, or the simulation has stopped by a fault.',
  examples: [UNHEALTHY],
});

const health = {
  method: 'GET',
  summary: 'Is the station well',
  description: 'Open to all and never limited. A 500 is the JSON string "Service Unavailable".',
  access: 'open',
  replies: { 200: HealthResponse, 500: Unhealthy },
  errors: [],
  replyExample: { status: 'OK', api_version: '1.1.2' },
} as const;

export const getHealth = operation({ ...health, id: 'health', path: '/health' });

export const getHealthV1 = operation({ ...health, id: 'v1.health', path: '/v1/health' });
