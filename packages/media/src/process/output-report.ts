/** How pictures reach those who watch. */
export const VIEWER_PROTOCOLS = ['rtsp-tcp', 'rtsp-udp', 'rtsps', 'webrtc', 'mse'] as const;
export type ViewerProtocol = (typeof VIEWER_PROTOCOLS)[number];

/** What one protocol does, and has done since the process started. */
export interface ViewerCounts {
  readonly protocol: ViewerProtocol;
  /** Now. */
  readonly viewers: number;
  readonly packets: number;
  readonly bytes: number;
  /** Pictures that were left out for viewers who read too slowly. */
  readonly framesSkipped: number;
}

/** What one output tells of itself, once a second. */
export interface OutputReport {
  readonly viewers: readonly ViewerCounts[];
  /** Viewers who were closed because they took nothing at all any more. */
  readonly droppedViewers: number;
  /** Wrong passwords and tickets. */
  readonly refusedLogins: number;
}

/** What the process takes of the machine's memory. */
export interface ProcessMemory {
  readonly residentBytes: number;
  /** Of JavaScript on the main thread; threads of sources have their own. */
  readonly heapUsedBytes: number;
  /** Buffers outside of the heap. */
  readonly externalBytes: number;
}

export function processMemory(): ProcessMemory {
  const { external, heapUsed, rss } = process.memoryUsage();
  return { residentBytes: rss, heapUsedBytes: heapUsed, externalBytes: external };
}
