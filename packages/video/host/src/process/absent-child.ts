import type { StartMediaChild } from './media-child.ts';

const REASON = 'the package @kitestring/video is not installed: npm install @kitestring/video';

/** Stands for the media process where it is not installed: it says so once, and ends when it is stopped. */
export const absentChild: StartMediaChild = ({ onEnd, onMessage }) => {
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(REASON);
  };
  queueMicrotask(() => {
    if (!hasEnded) onMessage({ kind: 'unavailable', reason: REASON });
  });
  return { pid: undefined, send: ({ kind }) => kind === 'stop' && end(), kill: end };
};
