import { PREVIEW_STREAM_PORTS } from '@kitestring/station-contract/videostreams/preview-address.ts';
import type { CameraTarget } from '@kitestring/video-process/ingest';
import type { PortChoice } from '@kitestring/video-process/process';
import type { SettingValues } from './settings.ts';
import { DEFAULT_VALUES, settingsGroup } from './settings-group.ts';
import { udpPorts } from './udp-ports.ts';

/** Live video: whether it is enabled, and its ports. */
export type VideoSettings = Omit<ReturnType<typeof videoSettings>, 'cameras'> & {
  /** Real cameras by stream id. */
  readonly cameras?: Readonly<Record<string, CameraTarget>>;
};

/** First RTSP port; the next free one is used when it is taken. */
const RTSP_PORT: PortChoice = { from: 8554 };
const RTSPS_PORT: PortChoice = { from: 8322 };

export function videoSettings(values: SettingValues) {
  const video = settingsGroup(values, 'video');
  const isPreview = values.api_version === '0.5.0';
  return {
    isOn: video.enabled,
    rtspPort: isPreview ? 'off' : (video.rtspPort ?? (RTSP_PORT as PortChoice | 'off')),
    rtspsPort: isPreview ? RTSPS_PORT : (video.rtspsPort ?? RTSPS_PORT),
    ...(isPreview && { streamPorts: streamPorts(video.rtspPort) }),
    udpPorts: udpPorts(video.rtspUdpPorts),
    webRtcPorts: udpPorts(video.webrtcUdpPorts),
    hasTimeStrip: video.timeStrip,
    authentication: video.authentication,
    hasKlvTrack: video.klvTrack,
    ...(video.klvOutput !== undefined && { klvTarget: video.klvOutput }),
    cameras: cameras(values),
    checksCertificate: video.sourceCertificateCheck,
    pushes: pushes(values),
    checksPushCertificate: video.pushCertificateCheck,
    ...(video.zoomMax !== undefined && { zoomMax: video.zoomMax }),
  };
}

/** A port for each stream, in the distances of the published ones. @param chosen that of the stream `zoom` */
function streamPorts(chosen: number | 'off' | undefined): Readonly<Record<string, PortChoice>> {
  const ports = Object.entries(PREVIEW_STREAM_PORTS).map(([id, published]): [string, PortChoice] => {
    if (typeof chosen !== 'number') return [id, { from: published }];
    return [id, chosen === 0 ? 0 : chosen + published - (PREVIEW_STREAM_PORTS.zoom ?? 0)];
  });
  return Object.fromEntries(ports);
}

function cameras(values: SettingValues): Readonly<Record<string, CameraTarget>> {
  const checksCertificate = values['video.source_certificate_check'];
  const targets = Object.entries(settingsGroup(values, 'video.sources')).map(
    ([id, url]) => [id, { url, checksCertificate }] as const,
  );
  return Object.fromEntries(targets);
}

const pushes = (values: SettingValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settingsGroup(values, 'video.push')));

export const DEFAULT_VIDEO_SETTINGS: VideoSettings = videoSettings(DEFAULT_VALUES);
