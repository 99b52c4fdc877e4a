import { contain, type OnBug } from '@kitestring/base/containment.ts';
import type { StartMediaChild } from './media-child.ts';

/** Starts a media process, each message of which is contained on its own. */
export const contained =
  (startChild: StartMediaChild, onBug: OnBug): StartMediaChild =>
  ({ onMessage, ...events }) =>
    startChild({ ...events, onMessage: (message) => contain('media_message', onBug, () => onMessage(message)) });
