import { PREVIEW_STREAM_PATH } from '@kitestring/station-contract/videostreams/preview-address.ts';
import { JPEG_QUERY } from './jpeg-query.ts';
import { METADATA_QUERY } from './metadata-query.ts';
import { MULTICAST_QUERY } from './multicast-group.ts';

/** Target of a request's address. */
export interface RtspTarget {
  readonly streamId: string;
  /** First part of the path: the id of the stream, or `STREAM_PORT_PATH`. */
  readonly name: string;
  /** Undefined for the whole stream. */
  readonly trackId: number | undefined;
  readonly ticket: string | undefined;
  /** The description is to have the track of ONVIF metadata. */
  readonly wantsDocuments: boolean;
  /** It is to have the pictures as JPEG. */
  readonly wantsJpeg: boolean;
  /** It is to name the group of the stream. */
  readonly wantsMulticast: boolean;
  /** Address of the stream without credentials, ticket and track, with a trailing slash. */
  readonly baseUrl: string;
}

const URL_PARTS = /^(rtsps?):\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i;
const AUTHORITY = /^[A-Za-z0-9.\-_~:[\]%]{1,270}$/;
const STREAM_ID = /^[A-Za-z0-9_-]{1,64}$/;
const TRACK = /^trackID=(\d{1,3})$/;
const TICKET = /^[A-Za-z0-9._~-]{1,512}$/;

/** Path of the stream on a port that has but one. */
const STREAM_PORT_PATH = PREVIEW_STREAM_PATH;

/**
 * @param onlyStream the stream of a port that has but one
 * @returns `malformed` for an invalid RTSP address; undefined when it cannot name a stream
 */
export function readTarget(url: string, onlyStream?: string): RtspTarget | 'malformed' | undefined {
  const [, scheme, authority = '', path = '/', rawQuery = ''] = URL_PARTS.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (scheme === undefined || !AUTHORITY.test(host)) return 'malformed';
  // Clients that ignore the query append the track's name to it.
  const [, query = rawQuery, misplaced = ''] = /^(.*?)(\/trackID=\d+\/?)$/.exec(rawQuery) ?? [];
  const [name = '', track, ...rest] = `${path}${misplaced}`.split('/').filter((segment) => segment !== '');
  const trackId = track === undefined ? undefined : TRACK.exec(track)?.[1];
  const isStrange = rest.length > 0 || (track !== undefined && trackId === undefined);
  if (isStrange || !STREAM_ID.test(name)) return undefined;
  if (onlyStream !== undefined && name !== STREAM_PORT_PATH) return undefined;
  return {
    streamId: onlyStream ?? name,
    name,
    trackId: trackId === undefined ? undefined : Number(trackId),
    ticket: readTicket(query),
    wantsDocuments: query.split('&').includes(METADATA_QUERY),
    wantsJpeg: query.split('&').includes(JPEG_QUERY),
    wantsMulticast: query.split('&').includes(MULTICAST_QUERY),
    baseUrl: `${scheme.toLowerCase()}://${host}/${name}/`,
  };
}

function readTicket(query: string): string | undefined {
  const ticket = query
    .split('&')
    .find((pair) => pair.startsWith('ticket='))
    ?.slice('ticket='.length);
  return ticket !== undefined && TICKET.test(ticket) ? ticket : undefined;
}
