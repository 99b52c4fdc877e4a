import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { STATION_READS, type StationRead } from '@kitestring/hub-contract/fleet/station-reads.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted } from '@kitestring/station-contract/refusal.ts';
import { type Exchange, type HandlerResult, openRoute, type Route, route, splitTarget } from '@kitestring/web/http';
import { DownloadSlots, TOO_MANY_DOWNLOADS } from '@kitestring/web/limits';
import type { HubServices } from '../api/hub-services.ts';
import { orderAsker } from '../commands/order-asker.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import { actor } from '../people/hub-caller.ts';
import { TakenFiles } from '../registry/taken-files.ts';
import type { OpenUploads } from '../uploads/open-uploads.ts';
import { storedFileAnswer, tag } from '../uploads/stored-file.ts';
import { withFirstBytes } from './first-bytes.ts';
import { MapArchiveReads } from './map-archive-read.ts';
import { OpenAnswers } from './open-answers.ts';
import { reachedStation } from './reached-station.ts';
import { answerWith, readAll } from './read-all.ts';
import { refusedRead } from './read-refusal.ts';
import { sendBody } from './send-body.ts';
import { shownHeaders } from './shown-headers.ts';
import type { ReadAnswer, ReadOpener, ReadOrder, ReadOutcome } from './station-reads.ts';
import { openWholeFile } from './whole-file.ts';

type ReadRouteDeps = Pick<HubDeps, 'audit' | 'nowMs' | 'presence' | 'stations'> &
  Pick<ObservedRequests, 'reads'> &
  Pick<HubServices, 'objects'> &
  Pick<OpenUploads, 'uploadTable'>;

/** Addresses in the network of the station, which clients of the hub cannot reach. */
const LOCAL = ['rtsp_url', 'rtsps_url'];

/** The list of video streams without their addresses in the station’s network, which are optional in the contract. */
async function withoutLocalAddresses(answer: ReadAnswer): Promise<ReadOutcome> {
  try {
    const streams = JSON.parse((await readAll(answer)).toString()) as readonly object[];
    const shown = streams.map((stream) =>
      Object.fromEntries(Object.entries(stream).filter(([name]) => !LOCAL.includes(name))),
    );
    return answerWith(answer, Buffer.from(JSON.stringify(shown)));
  } catch {
    return { kind: 'refused', error: 'OUTCOME_LOST', message: 'its list of streams is malformed' };
  }
}

interface Download {
  readonly caller: Caller;
  readonly exchange: Exchange;
  readonly order: ReadOrder;
}

const STREAM_LIST = 'videostreams';
const RECORDING_FILE = 'recordings.file';
const MAP_ARCHIVE = 'station.map.archive';

/** Reads of the published API of each station that its mirror does not serve. */
export function readRoutes(deps: ReadRouteDeps): readonly Route[] {
  const answers = new OpenAnswers(deps.reads);
  const slots = new DownloadSlots();
  const taken = new TakenFiles();
  const maps = new MapArchiveReads(deps.reads);
  return STATION_READS.map(({ isOpen, operation, published }: StationRead) => {
    if (isOpen) {
      return openRoute(operation, async ({ exchange, params }) => {
        const { sid } = params as { readonly sid: string };
        const station = reachedStation(deps, sid);
        return station.ok ? result(await answers.read(sid, pathAtStation(exchange.request)), sid) : station;
      });
    }
    return route(operation, async ({ caller, exchange, params }) => {
      const { sid } = params as { readonly sid: string };
      const order = orderOf({ caller, exchange, sid });
      if (published.id === RECORDING_FILE) return download(deps, { slots, taken }, { caller, exchange, order });
      const station = reachedStation(deps, sid);
      if (!station.ok) return station;
      if (published.id === MAP_ARCHIVE) {
        const outcome = await maps.open(order, exchange.response);
        return 'kind' in outcome ? result(outcome, sid) : outcome;
      }
      return proxied(deps.reads, order, published.id);
    });
  });
}

/** Forwards a read. @param operationId at the station */
export async function proxied(reads: ReadOpener, order: ReadOrder, operationId: string): Promise<HandlerResult> {
  const outcome = await reads.open(order);
  const isList = operationId === STREAM_LIST && outcome.kind === 'answer' && outcome.status === 200;
  return result(isList && order.method === 'GET' ? await withoutLocalAddresses(outcome) : outcome, order.sid);
}

/** The read of a station for a request of a client. */
export function orderOf(call: {
  readonly caller: Caller;
  readonly exchange: Pick<Exchange, 'request'>;
  readonly sid: string;
}): ReadOrder {
  const { headers, method } = call.exchange.request;
  return {
    sid: call.sid,
    path: pathAtStation(call.exchange.request),
    ...orderAsker(call.caller),
    ...(typeof headers.traceparent === 'string' && { trace: headers.traceparent }),
    ...conditionsIn(headers),
    // A range is defined for GET only (RFC 9110, 14.2).
    ...(method === 'HEAD' ? { method: 'HEAD' } : { method: 'GET', ...rangeIn(headers) }),
  };
}

const conditionsIn = ({ accept, ...headers }: IncomingHttpHeaders) => ({
  ...(accept !== undefined && accept.length <= 200 && { accept }),
  ...textIn('ifModifiedSince', headers['if-modified-since']),
  ...textIn('ifNoneMatch', headers['if-none-match']),
});

/** A range that the order cannot express is ignored, as HTTP allows: the client gets the whole file. */
const rangeIn = ({ range, ...headers }: IncomingHttpHeaders) =>
  range !== undefined && /^bytes=[-\d, ]{1,500}$/.test(range)
    ? { range, ...textIn('ifRange', headers['if-range']) }
    : {};

const textIn = <Name extends string>(name: Name, value: string | string[] | undefined) =>
  (typeof value === 'string' && value.length <= 100 ? { [name]: value } : {}) as { readonly [N in Name]?: string };

/** Path with query, as on the station. */
function pathAtStation({ url = '' }: IncomingMessage): string {
  const { path, query } = splitTarget(url);
  const [, below = ''] = /^\/[^/]+\/[^/]+\/[^/]+\/[^/]+(\/.*)$/.exec(path) ?? [];
  return query === '' ? below : `${below}?${query}`;
}

/** A video or picture of a recording, from the store of the hub if it is there, otherwise from the station. The download is audited. */
async function download(
  deps: ReadRouteDeps,
  { slots, taken }: { readonly slots: DownloadSlots; readonly taken: TakenFiles },
  call: Download,
): Promise<HandlerResult> {
  const { caller, exchange, order } = call;
  const stored = await storedFile(deps, call);
  const station = stored === undefined ? reachedStation(deps, order.sid) : accepted;
  if (!station.ok) return station;
  if (!slots.take(caller.sessionId, exchange.response)) return TOO_MANY_DOWNLOADS;
  const { method, path, range, sid } = order;
  if (method === 'GET' && taken.isToBeNoted(caller.sessionId, `${sid}${path}`, range, deps.nowMs())) {
    const outcome = `asked ${order.path}`.slice(0, 300);
    await deps.audit.note({ ...actor(call), what: RECORDING_FILE, station: order.sid, outcome });
  }
  const isHead = order.method === 'HEAD';
  const answer = stored && (await storedFileAnswer(deps, { ...stored, range, isHead }));
  return answer ?? result(await openWholeFile(deps.reads, order), order.sid);
}

/** Undefined if the hub does not have it, or the client continues a download from the station. */
async function storedFile({ uploadTable }: ReadRouteDeps, { exchange, order }: Download) {
  const { file_id: name, recording_id: recording = '' } = exchange.params;
  const upload = await uploadTable.storedOf(order.sid, recording);
  const file = upload?.files.find((one) => one.name === name);
  if (upload === undefined || file === undefined) return undefined;
  return order.ifRange === undefined || order.ifRange === tag(file) ? { upload, file } : undefined;
}

async function result(opened: ReadOutcome, station: string): Promise<HandlerResult> {
  const outcome = opened.kind === 'answer' ? await withFirstBytes(opened) : opened;
  return outcome.kind === 'answer' ? streamOf(outcome) : refusedRead(outcome, station);
}

function streamOf({ body, headers: given, status }: ReadAnswer): HandlerResult {
  const { 'cache-control': cacheControl, 'content-type': mediaType, ...rest } = given;
  return {
    status,
    mediaType: shownType(mediaType),
    cacheControl,
    headers: shownHeaders(rest),
    write: (response) => void sendBody(body, response, lengthIn(rest)),
  };
}

const lengthIn = ({ 'content-length': length }: ReadAnswer['headers']): number | undefined =>
  length === undefined ? undefined : Number(length);

const SHOWN_TYPE =
  /^(application\/(json|vnd\.pmtiles)|image\/(jpeg|png)|multipart\/byteranges|text\/plain|video\/mp4)(;|$)/;

/** A browser must not treat bytes of a station as a page of the hub’s own address. */
const shownType = (type = BYTES_TYPE): string => (SHOWN_TYPE.test(type) ? type : BYTES_TYPE);
const BYTES_TYPE = 'application/octet-stream';
