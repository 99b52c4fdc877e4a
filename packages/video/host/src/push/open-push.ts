import type { BrowserVideo } from '../browser/browser-video.ts';
import type { KnownStreams } from '../streams/known-streams.ts';
import type { VideoDeps } from '../video-deps.ts';
import { type OpenPush, Pushes } from './pushes.ts';
import { rtmpPush } from './rtmp-push.ts';
import { srtPush } from './srt-push.ts';
import { whipPush } from './whip-push.ts';

interface PushSources {
  readonly browser: Pick<BrowserVideo, 'relay' | 'segments'>;
  readonly streams: Pick<KnownStreams, 'find' | 'ready'>;
}

/** The pushes of a station, each by the way that its address names. */
export function videoPushes(
  { clock, log, openWhip, settings, station }: Pick<VideoDeps, 'clock' | 'log' | 'openWhip' | 'settings' | 'station'>,
  { browser, streams }: PushSources,
): Pushes {
  const { checksPushCertificate: checksCertificate, pushes: addresses } = settings;
  const { relay, segments } = browser;
  const open: OpenPush = (target, streamId, events) => {
    if (target.protocol === 'whip') return whipPush(target, streamId, { openWhip, relay, checksCertificate }, events);
    if (target.protocol === 'srt') return srtPush(target, streamId, segments, events);
    return rtmpPush(target, streamId, { segments, checksCertificate }, events);
  };
  return new Pushes({
    open,
    addresses,
    clock,
    stationClock: station.clock,
    log,
    find: (streamId) => streams.find(streamId),
    ready: (streamId) => streams.ready(streamId),
  });
}
