import type { TopicStatus } from '@kitestring/client/live-topic.ts';

/** Whether this topic alone is out of reach: what it told last is old. */
export const isOut = (status: TopicStatus): boolean => status === 'stale' || status === 'failed';
