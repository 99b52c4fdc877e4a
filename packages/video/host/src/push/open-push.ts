import type { BrowserVideo } from '../browser/browser-video.ts';
import type { KnownStreams } from '../streams/known-streams.ts';
import type { VideoDeps } from '../video-deps.ts';
import type { PushAttempt } from './push-attempt.ts';
import { type OpenPush, Pushes } from './pushes.ts';

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
  const open: OpenPush = (target, streamId, events) =>
    loadedLater(async () => {
      if (target.protocol === 'whip') {
        const { whipPush } = await import('./whip-push.ts');
        return () => whipPush(target, streamId, { openWhip, relay, checksCertificate }, events);
      }
      if (target.protocol === 'srt') {
        const { srtPush } = await import('./srt-push.ts');
        return () => srtPush(target, streamId, segments, events);
      }
      const { rtmpPush } = await import('./rtmp-push.ts');
      return () => rtmpPush(target, streamId, { segments, checksCertificate }, events);
    });
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

/** An attempt whose code is loaded first: a station that pushes nothing has none of it. */
function loadedLater(load: () => Promise<() => PushAttempt>): PushAttempt {
  let attempt: PushAttempt | undefined;
  let isStopped = false;
  void load().then((begin) => {
    if (!isStopped) attempt = begin();
  });
  return {
    get sent() {
      return attempt?.sent;
    },
    stop: () => {
      isStopped = true;
      attempt?.stop();
    },
  };
}
