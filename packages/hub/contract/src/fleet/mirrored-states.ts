import type { Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { TOPICS_BY_NAME, type TopicDefinition } from '@kitestring/station-contract/topics.ts';
import { throughHub } from './through-hub.ts';

/** A state of the published API of a station, served by the hub. */
export interface MirroredState {
  readonly operation: Operation;
  /** Name of the topic with the parameters of a request. */
  topicOf(params: Readonly<Record<string, string>>): string;
}

/** Header of the answer: milliseconds since the hub last knew that this is the current state. */
export const AGE_HEADER = 'Kitestring-Age-Ms';

const STATES: readonly TopicDefinition[] = Object.values(TOPICS_BY_NAME).filter(({ kind }) => kind === 'state');

/** All states with subscriptions, below `/stations/{sid}/api` with the path of the station. */
export const MIRRORED_STATES: readonly MirroredState[] = STATES.flatMap(({ name, operationId }) => {
  const published = OPERATIONS.find(({ id }) => id === operationId);
  return published === undefined ? [] : [mirroredState(published, name)];
});

function mirroredState(published: Operation, name: string): MirroredState {
  return {
    operation: throughHub(published, {
      more: `The same bytes as on the station, from the hub’s mirror; \`${AGE_HEADER}\` has their age.`,
      errors: ['INVALID_REQUEST', 'STATION_OFFLINE', 'STATION_NOT_LIVE'],
    }),
    topicOf: (values) => name.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''),
  };
}
