import type { TopicStatus } from '@kitestring/client/live-topic.ts';

/** Whether only this topic is unavailable: its last value is stale. */
export const isOut = (status: TopicStatus): boolean => status === 'stale' || status === 'failed';
