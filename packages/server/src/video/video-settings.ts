/** Live video: whether there is any, and where it is served. */
export interface VideoSettings {
  readonly isOn: boolean;
  /** RTSP; 0 is any free port. Real stations have 554, which needs the rights of an administrator. */
  readonly rtspPort: number;
  /** RTSP over TLS; 0 is any free port. Real stations have 322. */
  readonly rtspsPort: number;
  /** False: whoever reaches the ports may watch. */
  readonly isAuthenticated: boolean;
  /** How long the ticket in a stream's address lets somebody in. */
  readonly ticketS: number;
  /** Where a transport stream with MISB metadata goes: `udp://host:port` or a file. */
  readonly klvTarget?: string;
}

export const DEFAULT_VIDEO_SETTINGS: VideoSettings = {
  isOn: true,
  rtspPort: 8554,
  rtspsPort: 8322,
  isAuthenticated: true,
  ticketS: 300,
};

/** A station without live video: video operations answer 502. */
export const NO_VIDEO: VideoSettings = { ...DEFAULT_VIDEO_SETTINGS, isOn: false };
