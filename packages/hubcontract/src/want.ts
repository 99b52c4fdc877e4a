import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { Version } from './tokens.ts';

/** Topics of a station that clients of the hub watch; repeated while that is so, and ended by its `ttlS`. Replaces the one before. */
export const Want = Type.Object({
  v: Version,
  topics: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,64}$', description: 'Name of a topic, resolved.' }), {
    maxItems: LIMITS.wantedTopics,
    description: 'Topics, as in subscriptions of the published API.',
  }),
  maxHz: Type.Number({
    exclusiveMinimum: 0,
    maximum: LIMITS.topicHzMax,
    description: 'Most messages a second of each.',
  }),
  ttlS: Type.Integer({ minimum: 1, maximum: LIMITS.wantTtlSMax, description: 'Ends after this time.' }),
});
export type Want = Static<typeof Want>;
