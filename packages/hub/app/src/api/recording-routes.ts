import {
  type FleetRecording,
  listFleetFlightLogs,
  listFleetRecordings,
  orderFleetUpload,
  readFleetFlightLog,
  readFleetRecordingFile,
  removeFleetFlightLog,
  removeFleetRecording,
} from '@kitestring/hub-contract/fleet/recordings.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import type { UploadWait } from '@kitestring/hub-contract/upload-wait.ts';
import type { Operation, QueryOf } from '@kitestring/station-contract/operation.ts';
import { accepted, ok } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type Route, route } from '@kitestring/web/http';
import { namedAsker, storedAsker } from '../commands/order-asker.ts';
import type { HubDeps } from '../hub-deps.ts';
import { hubAction, hubCaller } from '../people/hub-caller.ts';
import type { Names } from '../people/persons.ts';
import { visibleSids, visibleTo } from '../people/role-check.ts';
import { TakenFiles } from '../registry/taken-files.ts';
import type { OpenUploads } from '../uploads/open-uploads.ts';
import { storedFileAnswer } from '../uploads/stored-file.ts';
import type { KeptUpload } from '../uploads/upload-table.ts';
import type { HubServices } from './hub-services.ts';
import { nothingAt } from './nothing-at.ts';
import { found } from './station-routes.ts';
import { timestamp } from './station-view.ts';

type RecordingRouteDeps = Pick<HubDeps, 'audit' | 'nowMs' | 'persons' | 'presence' | 'stations'> &
  Pick<HubServices, 'objects'> &
  Pick<OpenUploads, 'uploadTable' | 'uploads'>;

const KBPS = 10_000;
const PAGE = 100;

type Call = Pick<CallerInput, 'caller' | 'exchange'>;
type IdCall = CallerInput<unknown, { readonly id: string }>;

type ListCall = CallerInput<unknown, unknown, QueryOf<typeof listFleetRecordings>>;

const absent = (id: string) => nothingAt(`recordings/${id}`);

/** Recordings and flight logs of all stations in the object store of the hub. */
export const recordingRoutes = (deps: RecordingRouteDeps): readonly Route[] => {
  const { stations, uploads, uploadTable: table } = deps;
  const taken = new TakenFiles();
  const visible = async ({ caller }: Call, operation: Operation, kind: UploadKind, id: string) => {
    const upload = await table.get(id);
    const { rights } = hubCaller(caller);
    const isSeen = upload?.kind === kind && upload.state !== 'removed' && visibleTo(operation, rights)(upload.sid);
    return isSeen ? upload : undefined;
  };
  const namesOf = (shown: readonly KeptUpload[]) => deps.persons.names(shown.map(({ asker }) => asker.person.id));
  const view = (upload: KeptUpload, names: Names) =>
    recordingView(upload, names, deps.presence.of(upload.sid)?.state === 'online');
  const list = async (kind: UploadKind, operation: Operation, { caller, query }: ListCall) => {
    const { before = Number.MAX_SAFE_INTEGER, limit = PAGE, sid, state } = query;
    const sids = visibleSids(operation, hubCaller(caller).rights);
    const rows = await table.list({ before, kind, limit: limit + 1, sid, sids, state });
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? page.at(-1)?.n : undefined;
    const names = await namesOf(page);
    return ok({
      recordings: page.map((upload) => view(upload, names)),
      ...(next !== undefined && { next_before: next }),
    });
  };
  const read = async (kind: UploadKind, operation: Operation, call: IdCall, name?: string) => {
    const { id } = call.params;
    const upload = await visible(call, operation, kind, id);
    const file = upload?.files.find((one) => name === undefined || one.name === name);
    if (upload?.state !== 'stored' || file === undefined) return absent(id);
    const { range } = call.exchange.request.headers;
    const { sessionId } = call.caller;
    const isNoted = taken.isToBeNoted(sessionId, `${id}/${file.name}`, range, deps.nowMs());
    if (isNoted) await deps.audit.note(hubAction(call, operation, upload.recording, upload.sid));
    const isHead = call.exchange.request.method === 'HEAD';
    return (await storedFileAnswer(deps, { upload, file, range, isHead })) ?? absent(id);
  };
  const remove = async (kind: UploadKind, operation: Operation, call: IdCall) => {
    const { id } = call.params;
    const upload = await visible(call, operation, kind, id);
    if (upload === undefined) return absent(id);
    await uploads.remove(
      upload,
      `deleted by ${hubCaller(call.caller).callerName}`,
      hubAction(call, operation, upload.recording, upload.sid),
    );
    return accepted;
  };
  return [
    route(orderFleetUpload, async (call) => {
      const { kbps = KBPS, kind = 'recording', recording, sid } = call.body;
      const station = found(stations, sid);
      if (!station.ok || !visibleTo(orderFleetUpload, hubCaller(call.caller).rights)(sid)) {
        return nothingAt(`stations/${sid}`);
      }
      const order = { sid, recording, kind, kbps, asker: storedAsker(call.caller) };
      const upload = await uploads.order(order, hubAction(call, orderFleetUpload, recording, sid));
      return ok(view(upload, await namesOf([upload])));
    }),
    route(listFleetRecordings, (call) => list('recording', listFleetRecordings, call)),
    route(readFleetRecordingFile, (call) =>
      read('recording', readFleetRecordingFile, call, call.query.name ?? 'main.mp4'),
    ),
    route(removeFleetRecording, (call) => remove('recording', removeFleetRecording, call)),
    route(listFleetFlightLogs, (call) => list('flight_log', listFleetFlightLogs, call)),
    route(readFleetFlightLog, (call) => read('flight_log', readFleetFlightLog, call)),
    route(removeFleetFlightLog, (call) => remove('flight_log', removeFleetFlightLog, call)),
  ];
};

const recordingView = (upload: KeptUpload, names: Names, isOnline: boolean): FleetRecording => {
  const { asker, automatic, files, id, kind, recording, sid, state, ...row } = upload;
  const waits = uploadWait(upload, isOnline);
  return {
    id,
    sid,
    kind,
    recording,
    state,
    automatic,
    ...(waits !== undefined && { waits }),
    ordered: timestamp(row.ordered_ms),
    ordered_by: namedAsker(asker, names).person.name,
    ...(row.stored_ms !== null && { stored: timestamp(row.stored_ms) }),
    ...(row.removed_ms !== null && { removed: timestamp(row.removed_ms) }),
    ...(row.reason !== null && { reason: row.reason }),
    files: files.map(({ bytes, name, sha256 }) => ({ name, bytes, sha256 })),
  };
};

function uploadWait({ is_behind: isBehind, state, waits }: KeptUpload, isOnline: boolean): UploadWait | undefined {
  if (state !== 'ordered' && state !== 'uploading') return undefined;
  return isOnline ? (waits ?? (isBehind ? { for: 'queue' } : undefined)) : { for: 'offline' };
}
