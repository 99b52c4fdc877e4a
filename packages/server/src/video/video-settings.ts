import type { CameraTarget } from '@kitestring/media/ingest/camera-state.ts';
import type { PortChoice } from '@kitestring/media/process/protocol.ts';
import type { ViewerAuthentication } from '@kitestring/media/rtsp/ports.ts';
import type { UdpPortChoice } from '@kitestring/media/rtsp/udp-ports.ts';

/** Live video: whether there is any, and where it is served. */
export interface VideoSettings {
  readonly isOn: boolean;
  /** RTSP in the clear. Real stations have 554, which needs the rights of an administrator. */
  readonly rtspPort: PortChoice | 'off';
  /** RTSP over TLS. Real stations have 322. */
  readonly rtspsPort: PortChoice;
  /** From where pictures go out over UDP. */
  readonly udpPorts: UdpPortChoice;
  /** From where pictures go out over WebRTC, one port for each viewer. */
  readonly webRtcPorts: UdpPortChoice;
  /** Paint the time into the pictures, so that a reader can tell how old they are. */
  readonly hasTimeStrip: boolean;
  /** Who must show who they are to watch over RTSP. */
  readonly authentication: ViewerAuthentication;
  /** Where a transport stream with MISB metadata goes: `udp://host:port` or a file. */
  readonly klvTarget?: string;
  /** Streams over RTSP have a track with MISB metadata. */
  readonly hasKlvTrack: boolean;
  /** Real cameras, by the id of the stream that each makes. */
  readonly cameras?: Readonly<Record<string, CameraTarget>>;
}

export const DEFAULT_VIDEO_SETTINGS: VideoSettings = {
  isOn: true,
  rtspPort: { from: 8554 },
  rtspsPort: { from: 8322 },
  // A hundred viewers; above the ports that services have, below those that Linux gives out by itself from 32768 on.
  udpPorts: { first: 20_000, last: 20_199 },
  webRtcPorts: { first: 20_200, last: 20_299 },
  hasTimeStrip: false,
  authentication: 'remote',
  hasKlvTrack: false,
};

/** A station without live video has no streams. */
export const NO_VIDEO: VideoSettings = { ...DEFAULT_VIDEO_SETTINGS, isOn: false };
