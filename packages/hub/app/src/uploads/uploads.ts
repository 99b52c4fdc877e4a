import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { messageBytes, type Read, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import {
  PART_BYTES_MAX,
  PARTS_MAX,
  type SignedTicket,
  TICKET_TYPE,
  TicketReply,
  TicketRequest,
  UPLOAD_KINDS,
  UPLOAD_TYPE,
  UploadedReply,
  UploadedRequest,
  type UploadFile,
  type UploadOrder,
  UploadReply,
} from '@kitestring/hub-contract/upload.ts';
import type { StationWait } from '@kitestring/hub-contract/upload-wait.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FreshBeats } from '../commands/fresh-beats.ts';
import { namedAsker } from '../commands/order-asker.ts';
import { signedOrder } from '../commands/signed-order.ts';
import type { Database, Queries } from '../database/database.ts';
import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubCommandKey } from '../identity/hub-keys.ts';
import type { Objects } from '../objects/objects.ts';
import type { Persons } from '../people/persons.ts';
import type { Presence } from '../presence/presence.ts';
import type { HubAction, HubAudit } from '../registry/audit.ts';
import type { Stations } from '../registry/stations.ts';
import { serveSigned } from './serve-signed.ts';
import type { KeptFile, KeptUpload, NewUpload, UploadTable } from './upload-table.ts';

/** An order is repeated after this time, in case the station was killed. */
const ORDER_EVERY_MS = 5000;
/** An upload that is delayed by its policy, or whose recording is in progress, is ordered again after this time. */
const PUT_OFF_MS = 30_000;
const LOOK_EVERY_S = 2;
const ORDER_TIMEOUT_MS = 5000;
const LEFT_OVER_MAX = 1000;

interface UploadsDeps extends Pick<HubDeps, 'budgets'> {
  readonly connection: NatsConnection;
  readonly database: Database;
  readonly table: UploadTable;
  readonly objects: Objects;
  readonly audit: HubAudit;
  readonly persons: Persons;
  readonly presence: Presence;
  readonly stations: Pick<Stations, 'get' | 'load'>;
  readonly beats: FreshBeats;
  readonly key: HubCommandKey;
  /** Whether this replica sends orders to stations; one of several does. */
  readonly isInCharge: () => boolean;
  readonly clock: Clock;
  readonly nowMs: () => number;
  readonly log: Log;
}

/**
 * Fetches recordings and flight logs from stations: orders them, issues tickets for parts, combines the parts, and
 * compares the result with the station’s hashes.
 */
export class Uploads {
  readonly #deps: UploadsDeps;
  readonly #orderedMs = new Map<string, number>();
  /** Time until which a station accepts no automatic orders, by station and kind; for recordings in progress, by upload. */
  readonly #putOffUntilMs = new Map<string, number>();
  readonly #completing = new Map<string, Promise<UploadedReply>>();
  readonly #cancel: Cancel;
  #isLooking = false;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    serveSigned(deps, 'ticket', TicketRequest, async (sid, request) =>
      messageBytes(TicketReply, await this.#orWait(this.#ticket(sid, request))),
    );
    serveSigned(deps, 'uploaded', UploadedRequest, async (sid, request) =>
      messageBytes(UploadedReply, await this.#orWait(this.#uploaded(sid, request))),
    );
    this.#cancel = every(deps.clock, LOOK_EVERY_S * US_PER_S, () => void this.orderAll());
  }

  stop(): void {
    this.#cancel();
  }

  /** The order is sent at once if this replica is in charge. */
  async order(order: NewUpload, action: HubAction): Promise<KeptUpload> {
    const { audit, database, nowMs, table } = this.#deps;
    const upload = await database.transaction(async (queries) => {
      await audit.noteIn(queries, action);
      return table.order(queries, order, nowMs());
    });
    void this.orderAll();
    return upload;
  }

  /** Sends orders to stations that are online; one recording at a time per station. */
  async orderAll(): Promise<void> {
    if (this.#isLooking || !this.#deps.isInCharge()) return;
    this.#isLooking = true;
    const { log, nowMs, presence, table } = this.#deps;
    try {
      const seen = new Set<string>();
      const due: KeptUpload[] = [];
      const open = await table.open();
      this.#forgetAllBut(open);
      for (const upload of open) {
        const { automatic, id, sid } = upload;
        if (seen.has(sid) || presence.of(sid)?.state !== 'online') continue;
        // Others behind it may be sent now.
        const keys = automatic ? [id, kindKey(upload)] : [id];
        if (keys.some((key) => nowMs() < (this.#putOffUntilMs.get(key) ?? 0))) continue;
        seen.add(sid);
        if (nowMs() - (this.#orderedMs.get(id) ?? 0) < ORDER_EVERY_MS) continue;
        this.#orderedMs.set(id, nowMs());
        due.push(upload);
      }
      // Stations are independent: a silent one does not delay the others.
      await Promise.all(due.map((upload) => this.#order(upload)));
    } catch (error) {
      log.warn({ err: error }, 'uploads could not be ordered');
    } finally {
      this.#isLooking = false;
    }
  }

  /** Stored and removed ones are not ordered again. */
  #forgetAllBut(open: readonly KeptUpload[]): void {
    const keys = new Set(open.flatMap((upload) => [upload.id, kindKey(upload)]));
    for (const map of [this.#orderedMs, this.#putOffUntilMs])
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
  }

  /** The station follows another policy: delayed uploads may be allowed now. */
  policyChanged(sid: string): void {
    for (const kind of UPLOAD_KINDS) this.#putOffUntilMs.delete(kindKey({ sid, kind }));
  }

  /** Removes the files at the hub, including parts. @param reason shown with the recording */
  async remove(upload: KeptUpload, reason: string, action: HubAction): Promise<void> {
    const { nowMs, table } = this.#deps;
    await this.#removeIn(action, (queries) => table.removed(queries, upload.id, reason, nowMs()), upload);
    await this.#deleteFiles(upload);
  }

  /** Like `remove`, for a stored one without a reader. @returns whether it was removed */
  async removeUnread(id: string, reason: string, action: HubAction): Promise<boolean> {
    const { nowMs, table } = this.#deps;
    const upload = await table.get(id);
    if (upload === undefined) return false;
    const now = nowMs();
    const isRemoved = await this.#removeIn(action, (queries) => table.removed(queries, id, reason, now, now), upload);
    if (isRemoved) await this.#deleteFiles(upload);
    return isRemoved;
  }

  /** Deletes files left by a kill or an unavailable store. */
  async deleteLeftOver(): Promise<void> {
    for (const upload of await this.#deps.table.leftOver(LEFT_OVER_MAX)) await this.#deleteFiles(upload);
  }

  /** Audit entry, event and state are committed together. */
  #removeIn(
    action: HubAction,
    remove: (queries: Queries) => Promise<boolean>,
    { id, kind, recording, sid }: KeptUpload,
  ) {
    const { audit, database, nowMs } = this.#deps;
    return database.transaction(async (queries) => {
      if (!(await remove(queries))) return false;
      await audit.noteIn(queries, action);
      await insertHubEvent(queries, `${kind}.removed`, sid, nowMs(), { id, recording });
      return true;
    });
  }

  async #deleteFiles({ files, id }: Pick<KeptUpload, 'files' | 'id'>): Promise<void> {
    const { objects, table } = this.#deps;
    for (const file of files) {
      if (file.upload !== undefined) await objects.abort(file.key, file.upload);
      await objects.remove(file.key);
    }
    await table.filesDeleted(id);
  }

  async #order(upload: KeptUpload): Promise<void> {
    const { beats, connection, key, log, persons } = this.#deps;
    const { asker, automatic, id, kbps, kind, recording, sid } = upload;
    const heard = await beats.of(sid);
    if (heard === undefined) return;
    const named = namedAsker(asker, await persons.names([asker.person.id]));
    const bound = { v: 1 as const, id: randomUUID(), sid, boot: heard.beat.boot, beat: heard.beat.n };
    const order: UploadOrder = {
      ...{ ...bound, automatic, maxAgeMs: LIMITS.commandAgeMs, ...named },
      ...{ upload: id, recording, kind, kbps },
    };
    const answer = await connection
      .request(SUBJECTS.request(sid, 'upload'), signedOrder(key, UPLOAD_TYPE, order), { timeout: ORDER_TIMEOUT_MS })
      // It will be sent again.
      .catch(() => undefined);
    const reply = answer === undefined ? undefined : readMessage(UploadReply, answer.data);
    if (reply?.ok !== true) return;
    await this.#note(upload, reply.value);
    if (!('error' in reply.value)) return;
    const fields = { sid, upload: id, reason: reply.value.message };
    if (automatic || isBusy(reply.value)) log.debug(fields, 'a station puts an upload off');
    else log.warn(fields, 'a station does not upload');
  }

  /** Stores why the station does not send it now, for the API. */
  async #note(upload: KeptUpload, reply: UploadReply): Promise<void> {
    const { nowMs, table } = this.#deps;
    const wait = stationWait(reply);
    const isGrowing = wait?.for === 'recording';
    // A policy allows or delays everything of this kind.
    const isPutOff = upload.automatic && isBusy(reply) && wait?.for !== 'queue' && !isGrowing;
    const key = isPutOff ? kindKey(upload) : upload.id;
    if (isPutOff || isGrowing) this.#putOffUntilMs.set(key, nowMs() + PUT_OFF_MS);
    if (isDeepStrictEqual(upload.waits ?? undefined, wait)) return;
    if (isPutOff || (upload.automatic && wait === undefined)) await table.policyWaits(upload, wait);
    else await table.waits(upload.id, wait);
  }

  /** A fault of the hub or its store is reported to the station, so that it can be shown there. */
  async #orWait<Reply>(reply: Promise<Reply>): Promise<Reply | { v: 1; wait: StationWait }> {
    return reply.catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'an upload is delayed');
      const detail = error instanceof Error ? error.message : String(error);
      return { v: 1, wait: { for: 'store', detail: detail.slice(0, 300) } };
    });
  }

  /** The upload of this station; uploads of others do not exist for it. */
  async #of(sid: string, id: string): Promise<KeptUpload | undefined> {
    const upload = await this.#deps.table.get(id);
    return upload?.sid === sid ? upload : undefined;
  }

  async #ticket(sid: string, read: Read<TicketRequest>): Promise<TicketReply> {
    if (!read.ok) return over(read.message);
    const upload = await this.#of(sid, read.value.upload);
    if (upload === undefined) return over('there is no such upload');
    if (upload.state === 'stored') return over('it is stored');
    if (upload.state === 'removed') return over('it was removed');
    if (upload.state === 'failed') return over('it has failed; it is to be ordered again');
    return 'files' in read.value ? this.#begin(upload, read.value.files) : this.#part(upload, read.value);
  }

  /** Compares the files of the station with the earlier list, and returns the parts that have arrived. */
  async #begin(upload: KeptUpload, files: readonly UploadFile[]): Promise<TicketReply> {
    const { objects, table } = this.#deps;
    // Its verification takes minutes: its parts are gone, and it may be complete.
    if (this.#completing.has(upload.id)) return { v: 1, wait: { for: 'store', detail: 'it is being put together' } };
    const partBytes = partBytesOf(files, objects);
    if (partBytes > PART_BYTES_MAX) {
      const reason = `a file has over ${PARTS_MAX} parts of ${PART_BYTES_MAX} bytes`;
      await table.failed(upload.id, reason);
      return over(reason);
    }
    const kept: KeptFile[] = [];
    const present: number[][] = [];
    for (const file of files) {
      const key = `${FOLDERS[upload.kind]}/${upload.sid}/${upload.id}/${file.name}`;
      const known = upload.files.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
      const parts = known?.upload === undefined ? undefined : await objects.parts(key, known.upload);
      if (known !== undefined && known.upload === undefined) {
        kept.push(known);
        present.push(Array.from({ length: count(file, partBytes) }, (_, index) => index + 1));
      } else {
        const own = parts === undefined ? undefined : known?.upload;
        kept.push({ ...file, key, upload: own ?? (await objects.begin(key)) });
        present.push((parts ?? []).map(({ number }) => number));
      }
    }
    const isKept = await table.keepFiles(upload.id, kept);
    // Parts of files that have changed, or of an order that was removed meanwhile.
    const [left, right] = isKept ? [upload.files, kept] : [kept, upload.files];
    for (const { key, upload: parts } of left) {
      if (parts !== undefined && right.every((other) => other.upload !== parts)) await objects.abort(key, parts);
    }
    if (!isKept) return over('it was removed');
    return { v: 1, partBytes, files: present };
  }

  async #part(upload: KeptUpload, asked: Extract<TicketRequest, { part: unknown }>): Promise<TicketReply> {
    const { key, objects } = this.#deps;
    const { file, id, part } = asked;
    const kept = upload.files.find(({ name }) => name === file);
    if (kept?.upload === undefined) return over(`${file} is not being uploaded`);
    const partBytes = partBytesOf(upload.files, objects);
    const first = (part.number - 1) * partBytes;
    if (part.bytes !== Math.min(partBytes, kept.bytes - first)) return over(`part ${part.number} has another length`);
    const { ca, headers, url } = objects.ticket(kept.key, kept.upload, { ...part, first });
    const ticket: SignedTicket = {
      ...{ v: 1, id, sid: upload.sid, upload: upload.id, file, part, url, headers: { ...headers } },
      ...(ca !== undefined && { ca }),
    };
    return { v: 1, ticket: Buffer.from(signedOrder(key, TICKET_TYPE, ticket)).toString() };
  }

  async #uploaded(sid: string, read: Read<UploadedRequest>): Promise<UploadedReply> {
    if (!read.ok) return over(read.message);
    const upload = await this.#of(sid, read.value.upload);
    if (upload === undefined) return over('there is no such upload');
    if (upload.state === 'stored') return { v: 1, stored: true };
    if (upload.state === 'removed') return over('it was removed');
    if (read.value.failed !== undefined) {
      await this.#deps.table.failed(upload.id, read.value.failed);
      return over(read.value.failed);
    }
    // If it is requested again during the verification, both get the same answer.
    const running =
      this.#completing.get(upload.id) ?? this.#complete(upload).finally(() => this.#completing.delete(upload.id));
    this.#completing.set(upload.id, running);
    return running;
  }

  async #complete(upload: KeptUpload): Promise<UploadedReply> {
    const { audit, database, log, nowMs, objects, table } = this.#deps;
    const files: KeptFile[] = [];
    const partBytes = partBytesOf(upload.files, objects);
    for (const file of upload.files)
      files.push(file.upload === undefined ? file : await this.#putTogether(file, file.upload, partBytes));
    if (!(await table.keepFiles(upload.id, files)) && (await table.get(upload.id))?.state === 'removed') {
      // The upload was removed while parts were combined: files that exist by now are deleted, too.
      await this.#deleteFiles({ id: upload.id, files });
      return over('it was removed');
    }
    if (files.length === 0 || files.some((file) => file.upload !== undefined)) return { v: 1, stored: false };
    const { id, kind, recording, sid } = upload;
    await database.transaction(async (queries) => {
      if (!(await table.stored(queries, id, nowMs()))) return;
      await audit.noteIn(queries, { who: 'station', what: 'upload', station: sid, outcome: `stored ${recording}` });
      await insertHubEvent(queries, `${kind}.stored`, sid, nowMs(), { id, recording });
    });
    log.info({ sid, recording, store: objects.text }, `a ${kind === 'recording' ? kind : 'flight log'} is stored`);
    return { v: 1, stored: true };
  }

  /** The file read back from the store; `upload` is still set if it is incomplete or has wrong bytes. */
  async #putTogether(file: KeptFile, upload: string, partBytes: number): Promise<KeptFile> {
    const { log, objects } = this.#deps;
    const { key, upload: _, ...rest } = file;
    const parts = await objects.parts(key, upload);
    // It was combined by an attempt that was killed before the result was stored.
    if (parts !== undefined && parts.length < count(file, partBytes)) return file;
    if (parts !== undefined) await objects.complete(key, upload, count(file, partBytes));
    const stored = await objects.read(key);
    if (stored !== undefined && (await hash(stored.body)) === file.sha256) return { key, ...rest };
    log.error({ key }, 'a file in the store differs from that of the station; it will be sent again');
    await objects.remove(key);
    return { ...file, upload: await objects.begin(key) };
  }
}

const FOLDERS = { recording: 'recordings', flight_log: 'flight-logs' } as const;

/** An older station only sends a text. */
function stationWait(reply: UploadReply): StationWait | undefined {
  if (reply.wait !== undefined || !('error' in reply)) return reply.wait;
  return { for: reply.error === 'COMMAND_TOO_LATE' ? 'line' : 'station', detail: reply.message.slice(0, 300) };
}

const isBusy = (reply: UploadReply): boolean => 'error' in reply && reply.error === 'STATION_BUSY';

const kindKey = ({ kind, sid }: Pick<KeptUpload, 'kind' | 'sid'>): string => `${sid} ${kind}`;

const over = (reason: string): { v: 1; over: string } => ({ v: 1, over: reason.slice(0, 500) });

/** Length of the parts of an upload: that of the store, or a multiple that keeps the number of parts within the limit. */
const partBytesOf = (files: readonly UploadFile[], { partBytes }: Pick<Objects, 'partBytes'>): number =>
  partBytes * Math.max(1, ...files.map(({ bytes }) => Math.ceil(bytes / (partBytes * PARTS_MAX))));

const count = ({ bytes }: UploadFile, partBytes: number): number => Math.max(1, Math.ceil(bytes / partBytes));

async function hash(body: AsyncIterable<Uint8Array>): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of body) sha256.update(chunk);
  return sha256.digest('base64');
}
