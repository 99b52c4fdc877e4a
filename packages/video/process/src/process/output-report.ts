import { type Checked, isCount, isListOf, isOneOf, isShape } from './message-checks.ts';

/** Protocols of the outputs. */
const VIEWER_PROTOCOLS = ['rtsp-tcp', 'rtsp-udp', 'rtsps', 'webrtc', 'mse'] as const;
export type ViewerProtocol = (typeof VIEWER_PROTOCOLS)[number];

/** State of one protocol, with totals since the start of the process. */
const isViewerCounts = isShape({
  protocol: isOneOf(...VIEWER_PROTOCOLS),
  /** Current number. */
  viewers: isCount,
  packets: isCount,
  bytes: isCount,
  /** Pictures dropped for slow viewers. */
  framesSkipped: isCount,
});
export type ViewerCounts = Checked<typeof isViewerCounts>;

/** Report of one output, once a second. */
export const isOutputReport = isShape({
  viewers: isListOf(isViewerCounts),
  /** Viewers disconnected because they read nothing any more. */
  droppedViewers: isCount,
  /** Wrong passwords and tickets. */
  refusedLogins: isCount,
  /** Connections closed at once, because there were as many as there may be, of all or of one address. */
  refusedConnections: isCount,
});
export type OutputReport = Checked<typeof isOutputReport>;

/** Memory use of the process. */
export interface ProcessMemory {
  readonly residentBytes: number;
  /** JavaScript heap of the main thread; threads of sources have their own. */
  readonly heapUsedBytes: number;
  /** Buffers outside the heap. */
  readonly externalBytes: number;
}

export function processMemory(): ProcessMemory {
  const { external, heapUsed, rss } = process.memoryUsage();
  return { residentBytes: rss, heapUsedBytes: heapUsed, externalBytes: external };
}
