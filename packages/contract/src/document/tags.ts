import type { Operation } from '../operation.ts';

/** Chapters of the reference, in order: the first part of the paths, and a description. */
export const TAGS = [
  { name: 'auth', description: 'Tokens, sessions, and the status of clients.' },
  { name: 'flight', description: 'Taking off, altitude, landing.' },
  { name: 'camera', description: 'Direction of the camera. Angles are relative to North and the horizon (NED).' },
  {
    name: 'handoff',
    description: 'Which client is in control. If no client is in control, any client with the scope may command.',
  },
  { name: 'notifications', description: 'Active and past conditions, and the action for the operator.' },
  { name: 'system', description: 'Power, position, Remote ID and the Rooftop Box.' },
  { name: 'videostreams', description: 'Live video, zoom, thermal palettes and single pictures.' },
  { name: 'recordings', description: 'Recording video and downloading it.' },
  { name: 'subscriptions', description: 'States over a WebSocket instead of polling. Topics are in /asyncapi.json.' },
  { name: 'health', description: 'Whether the station does its work, and which versions it speaks.' },
] as const;
type Tag = (typeof TAGS)[number]['name'];

/** The chapter of an operation. */
export function tagOf(op: Operation): Tag {
  const [, first] = op.path.replace(/^\/v\d/, '').split('/');
  if (first === 'versions') return 'health';
  return TAGS.find((tag) => tag.name === first)?.name ?? 'subscriptions';
}
