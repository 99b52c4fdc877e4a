import { inTime } from '../in-time.ts';
import { US_PER_MS } from '../ports.ts';
import type { RequestContext } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import { describeSession, JPEG_TRACK_ID } from '../session-description.ts';
import { grantedTarget, videoTrackId } from './granted-target.ts';

const SDP = 'application/sdp';

export async function describe(context: RequestContext): Promise<RtspResponse> {
  const accept = context.request.headers.get('accept') ?? SDP;
  if (!/application\/(sdp|\*)|\*\/\*/i.test(accept)) return { status: 406 };
  const granted = await grantedTarget(context);
  if ('status' in granted) return granted;
  const { clock, documents, limits, metadata, multicast } = context.services;
  const { source, target } = granted;
  const isJpeg = videoTrackId(target) === JPEG_TRACK_ID;
  const parameterSets = isJpeg ? undefined : await inTime(source.parameterSets(), clock, limits.sourceMs);
  if (parameterSets === undefined && !isJpeg) return { status: 503, headers: [['Retry-After', '2']] };
  const { localAddress } = context.peer;
  return {
    status: 200,
    headers: [
      ['Content-Base', target.baseUrl],
      ['Content-Type', SDP],
    ],
    body: describeSession({
      source,
      parameterSets,
      hasMetadata: metadata !== undefined,
      hasDocuments: documents !== undefined && target.wantsDocuments,
      groupOf: (trackId) => (target.wantsMulticast ? multicast?.group(source.id, trackId) : undefined),
      localAddress,
      version: Math.floor(clock.nowUs() / US_PER_MS),
    }),
  };
}
