/** Protocols of the outputs. */
export const VIEWER_PROTOCOLS = ['rtsp-tcp', 'rtsp-udp', 'rtsps', 'webrtc', 'mse'] as const;
export type ViewerProtocol = (typeof VIEWER_PROTOCOLS)[number];

/** State of one protocol, with totals since the start of the process. */
export interface ViewerCounts {
  readonly protocol: ViewerProtocol;
  /** Current number. */
  readonly viewers: number;
  readonly packets: number;
  readonly bytes: number;
  /** Pictures dropped for slow viewers. */
  readonly framesSkipped: number;
}

/** Report of one output, once a second. */
export interface OutputReport {
  readonly viewers: readonly ViewerCounts[];
  /** Viewers disconnected because they read nothing any more. */
  readonly droppedViewers: number;
  /** Wrong passwords and tickets. */
  readonly refusedLogins: number;
  /** Connections closed at once, because there were as many as there may be, of all or of one address. */
  readonly refusedConnections: number;
}

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
