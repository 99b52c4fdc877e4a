import type { EncodedSource } from '../../access-unit.ts';
import type { RequestContext, RtspServices } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import { type RtspTarget, readTarget } from '../rtsp-target.ts';
import { DOCUMENT_TRACK_ID, JPEG_TRACK_ID, METADATA_TRACK_ID, VIDEO_TRACK_ID } from '../session-description.ts';

export interface GrantedTarget {
  readonly target: RtspTarget;
  readonly source: EncodedSource;
  readonly viewerId: string;
}

/** The stream of a request, if it exists and the client may view it. */
export async function grantedTarget({
  request,
  peer,
  services,
}: RequestContext): Promise<GrantedTarget | RtspResponse> {
  const target = readTarget(request.url, peer.streamId);
  if (target === 'malformed') return { status: 400 };
  if (target === undefined || foundSource(services, target) === undefined) return { status: 404 };
  const verdict = await peer.authentication.check(request, target);
  if (verdict.kind === 'answer') return verdict.response;
  // Looked up again: the camera may have been swapped during authorization.
  const source = foundSource(services, target);
  return source === undefined ? { status: 404 } : { target, source, viewerId: verdict.viewerId };
}

/** The track of the pictures in the codec that the address asks for. */
export const videoTrackId = ({ wantsJpeg }: RtspTarget): number => (wantsJpeg ? JPEG_TRACK_ID : VIDEO_TRACK_ID);

/** The source of the track, or of the pictures where none is named. */
function foundSource(services: RtspServices, target: RtspTarget): EncodedSource | undefined {
  const source = services.directory.find(target.streamId);
  return source !== undefined && hasTrack(services, source, target.trackId ?? videoTrackId(target))
    ? source
    : undefined;
}

const hasTrack = (
  { documents, metadata }: RtspServices,
  { hasJpeg }: Pick<EncodedSource, 'hasJpeg'>,
  trackId: number,
): boolean =>
  trackId === VIDEO_TRACK_ID ||
  (trackId === JPEG_TRACK_ID && hasJpeg === true) ||
  (trackId === METADATA_TRACK_ID && metadata !== undefined) ||
  (trackId === DOCUMENT_TRACK_ID && documents !== undefined);
