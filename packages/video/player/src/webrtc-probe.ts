/** Tests whether WebRTC delivers pictures, independent of the current playback. */
import { PictureClock } from './picture-clock.ts';
import type { Trace } from './player-trace.ts';
import type { StationAccess } from './station-access.ts';
import { WhepLink } from './whep-link.ts';

/** As long as a player waits for a first picture. */
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 250;

/** Connects to an element outside the page, and disconnects. */
export async function probeWebRtc(access: StationAccess, trace: Trace, signal: AbortSignal): Promise<boolean> {
  trace('webrtc: tried again');
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  const link = new WhepLink(video, access, new PictureClock(), trace);
  const over = Promise.withResolvers<void>();
  const looking = window.setInterval(() => link.hasPictures && over.resolve(), LOOK_EVERY_MS);
  const late = window.setTimeout(over.resolve, PATIENCE_MS);
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  await Promise.race([over.promise, link.ended]);
  window.clearInterval(looking);
  window.clearTimeout(late);
  const { hasPictures } = link;
  link.stop();
  trace(hasPictures ? 'webrtc: works again' : 'webrtc: no picture came');
  return hasPictures;
}
