import { Hello, HelloReply } from '@kitestring/hub-contract/hello.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { Greeting, versionRefusal } from '@kitestring/hub-contract/message-version.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { HUB_QUEUE, SUBJECTS, sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import { NO_EPOCH } from '@kitestring/hub-contract/tokens.ts';
import type { Msg } from '@nats-io/transport-node';
import type { ArchiveCursor } from '../archive/plan-batch.ts';
import { SHARD } from '../broker/make-streams.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { StationEnrolment } from '../identity/station-enrolment.ts';
import { CLONED, type CloneQuarantine } from './clone-quarantine.ts';

interface StationRequestsDeps
  extends Pick<HubDeps, 'budgets' | 'connection' | 'stations' | 'archive' | 'presence' | 'identity' | 'log' | 'nowMs'> {
  readonly quarantine: Pick<CloneQuarantine, 'release'>;
  readonly enrolment: StationEnrolment;
  readonly onCursor: (cursor: ArchiveCursor) => void;
  /** A station has connected. */
  readonly onHello: (sid: string) => void;
}

/** Answers the requests of stations over the broker: hello and renewal. */
export class StationRequests {
  readonly #deps: StationRequestsDeps;

  constructor(deps: StationRequestsDeps) {
    this.#deps = deps;
    this.#serve('hello', (sid, data) => this.#hello(sid, data));
    this.#serve('renew', (sid, data) => this.#renew(sid, data));
  }

  #serve(name: 'hello' | 'renew', answer: (sid: string, data: Uint8Array) => Promise<Uint8Array | undefined>): void {
    const { budgets, connection, log } = this.#deps;
    const respond = async (message: Msg) => {
      const sid = sidOfSubject(message.subject) ?? '';
      if (!budgets.take(sid, { data: message.data, isRequest: true })) return;
      const bytes = await answer(sid, message.data);
      if (bytes !== undefined) message.respond(bytes);
    };
    connection.subscribe(SUBJECTS.hub('*', name), {
      queue: HUB_QUEUE,
      callback: (error, message) => {
        if (error !== null) log.warn({ err: error }, `a ${name} could not be received`);
        // Without an answer the station repeats its request.
        else respond(message).catch((fault: unknown) => log.error({ err: fault }, `a ${name} could not be answered`));
      },
    });
  }

  async #hello(sid: string, data: Uint8Array): Promise<Uint8Array | undefined> {
    const { archive, identity, log, nowMs, onCursor, onHello, presence, quarantine, stations } = this.#deps;
    const greeting = readMessage(Greeting, data);
    const otherVersion = greeting.ok ? versionRefusal(greeting.value) : undefined;
    if (otherVersion !== undefined) {
      log.warn({ sid, ...otherVersion }, 'a station of another version is refused');
      return refused(otherVersion.refused, otherVersion.message);
    }
    const read = readMessage(Hello, data);
    if (!read.ok || read.value.sid !== sid) {
      const fault = read.ok ? 'sid: it is another one' : read.message;
      log.warn({ sid, fault }, 'a hello is malformed');
      return refused('MALFORMED_HELLO', fault.slice(0, 500));
    }
    const { boot, epoch, from, inventory, isQuarantined = false, keptFrom, previousEpoch } = read.value;
    // Another replica may just have enrolled it.
    const station = stations.get(sid) ?? (await stations.load(sid));
    if (station === undefined || station.revokedMs !== undefined) {
      return refused('UNKNOWN_STATION', 'this hub does not know this station; enrol it again');
    }
    const isCopy = isQuarantined ? !(await quarantine.release(sid, boot)) : presence.of(sid)?.secondBoot === boot;
    if (isCopy) return refused('IDENTITY_CLONED', CLONED);
    if (inventory.rev !== station.inventory.rev || inventory.name !== station.name) {
      await stations.keepInventory(sid, inventory);
    }
    const greeted = { sid, epoch, keptFrom, previousEpoch, from };
    const cursor = epoch === NO_EPOCH ? undefined : await archive.greeted(greeted);
    if (cursor !== undefined) onCursor(cursor);
    onHello(sid);
    const { generation: gen = 0, hash, have = 0 } = cursor ?? {};
    return messageBytes(HelloReply, {
      v: 1,
      shard: SHARD,
      have,
      gen,
      beatMs: LIMITS.beatMs,
      beatIdleMs: LIMITS.beatIdleMs,
      ...(hash !== undefined && { hash }),
      hubKeys: identity.hubKeys,
      t: nowMs(),
    });
  }

  async #renew(sid: string, data: Uint8Array): Promise<Uint8Array> {
    const answer = await this.#deps.enrolment.renewByBroker(sid, json(data));
    return Buffer.from(JSON.stringify(answer));
  }
}

type Refused = Extract<HelloReply, { refused: string }>;

const refused = (reason: Refused['refused'], message: string): Uint8Array =>
  messageBytes(HelloReply, { v: 1, refused: reason, message });

function json(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return undefined;
  }
}
