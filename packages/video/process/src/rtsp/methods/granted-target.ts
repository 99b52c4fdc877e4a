import type { EncodedSource } from '../../access-unit.ts';
import type { RequestContext, RtspServices } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import { type RtspTarget, readTarget } from '../rtsp-target.ts';
import { DOCUMENT_TRACK_ID, METADATA_TRACK_ID, VIDEO_TRACK_ID } from '../session-description.ts';

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
  if (target === undefined || !hasTrack(services, target.trackId ?? VIDEO_TRACK_ID)) return { status: 404 };
  if (services.directory.find(target.streamId) === undefined) return { status: 404 };
  const verdict = await peer.authentication.check(request, target);
  if (verdict.kind === 'answer') return verdict.response;
  // Looked up again: the camera may have been swapped during authorization.
  const source = services.directory.find(target.streamId);
  return source === undefined ? { status: 404 } : { target, source, viewerId: verdict.viewerId };
}

const hasTrack = ({ documents, metadata }: RtspServices, trackId: number): boolean =>
  trackId === VIDEO_TRACK_ID ||
  (trackId === METADATA_TRACK_ID && metadata !== undefined) ||
  (trackId === DOCUMENT_TRACK_ID && documents !== undefined);
