import type { Log } from '@kitestring/base/log.ts';
import { CommandReply, ResultRequest } from '@kitestring/hub-contract/command.ts';
import { Quarantine } from '@kitestring/hub-contract/quarantine.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { RelayReply } from '@kitestring/hub-contract/relay.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { UploadReply } from '@kitestring/hub-contract/upload.ts';
import { headers, type Msg, type NatsConnection } from '@nats-io/nats-core';
import type { Static, TSchema } from 'typebox';
import type { CommandExecutor } from '../commands/command-executor.ts';
import type { ReadProxy } from '../commands/read-proxy.ts';
import type { RelayPublications } from '../relay/relay-publications.ts';
import type { TopicPublisher } from '../topic-publisher.ts';
import type { UplinkPace } from '../transport/uplink-pace.ts';
import type { PolicyKeeper } from '../uploads/policy-keeper.ts';
import type { UploadExecutor } from '../uploads/upload-executor.ts';
import type { SessionIdentity } from './session-identity.ts';

interface RequestListenerDeps {
  readonly boot: string;
  readonly identity: SessionIdentity;
  readonly connection: NatsConnection;
  readonly log: Log;
  readonly commands: CommandExecutor;
  readonly reads: ReadProxy;
  readonly relays: RelayPublications;
  readonly uploads: UploadExecutor;
  readonly policies: PolicyKeeper;
  readonly topics: TopicPublisher;
  readonly pace: UplinkPace;
  readonly nextBeat: () => Uint8Array;
  readonly onCursor: (message: Msg) => void;
  readonly onWant: (data: Uint8Array) => void;
  readonly onQuarantine: (reason: string) => void;
}

/** Receives the requests of the hub and dispatches each to its handler. */
export class RequestListener {
  readonly #deps: RequestListenerDeps;

  constructor(deps: RequestListenerDeps) {
    this.#deps = deps;
    const { connection, identity, log, onWant } = deps;
    const onMessage = (handle: (message: Msg) => void) => (fault: Error | null, message: Msg) => {
      if (fault === null) handle(message);
      else log.warn({ err: fault }, 'the broker has ended a subscription of the hub');
    };
    connection.subscribe(SUBJECTS.requests(identity.sid), { callback: onMessage((message) => this.#request(message)) });
    connection.subscribe(SUBJECTS.want(identity.sid), { callback: onMessage(({ data }) => onWant(data)) });
  }

  #request(message: Msg): void {
    const name = message.subject.split('.').slice(3).join('.');
    const { identity, nextBeat, onCursor, reads, relays, uploads } = this.#deps;
    const { ca, hubKeys: keys } = identity.credentials;
    if (name === 'beat') message.respond(nextBeat());
    else if (name === 'cursor') onCursor(message);
    else if (name === 'cmd') void this.#carryOut(message);
    else if (name === 'result') void this.#tellResult(message);
    else if (name === 'http') void reads.answer(message.data, keys, this.#way(message));
    else if (name === 'relay') void this.#respondLater(message, RelayReply, relays.execute(message.data, keys, ca));
    else if (name === 'quarantine') this.#quarantine(message.data);
    else if (name === 'upload') void this.#respondLater(message, UploadReply, uploads.execute(message.data, keys));
    else if (name === 'policy') void this.#takePolicy(message);
    else if (name.startsWith('flow.')) reads.credit(name.slice('flow.'.length), message.string());
  }

  async #takePolicy(message: Msg): Promise<void> {
    const { connection, identity, policies } = this.#deps;
    const reply = await policies.take(message.data, identity.credentials.hubKeys);
    if (reply !== undefined && !connection.isClosed()) message.respond(reply);
  }

  #way(message: Msg): Parameters<ReadProxy['answer']>[2] {
    const { connection, pace } = this.#deps;
    return {
      pace,
      send: (bytes, own) => {
        if (!connection.isClosed()) respondChunk(message, bytes, own);
      },
    };
  }

  /** Sends nothing if the connection has ended meanwhile. */
  async #respondLater<Schema extends TSchema>(message: Msg, schema: Schema, reply: Promise<Static<Schema>>) {
    const bytes = messageBytes(schema, await reply);
    if (!this.#deps.connection.isClosed()) message.respond(bytes);
  }

  /** States first: a read after the reply must return what the command has changed. */
  async #carryOut(message: Msg): Promise<void> {
    const { commands, identity, topics } = this.#deps;
    const reply = await commands.execute(message.data, identity.credentials.hubKeys);
    topics.publishNow();
    this.#reply(message, reply);
  }

  async #tellResult(message: Msg): Promise<void> {
    const read = readMessage(ResultRequest, message.data);
    if (read.ok) this.#reply(message, await this.#deps.commands.result(read.value));
    else respond(message, { v: 1, error: 'MALFORMED_COMMAND', message: read.message });
  }

  /** A refusal names its boot: if two services have one identity, the refusal of the boot that the command names counts. */
  #reply(message: Msg, reply: CommandReply): void {
    respond(message, 'error' in reply ? { ...reply, boot: this.#deps.boot } : reply);
  }

  #quarantine(data: Uint8Array): void {
    const { boot, onQuarantine } = this.#deps;
    const read = readMessage(Quarantine, data);
    if (read.ok && read.value.boot === boot) onQuarantine(`${read.value.message} (IDENTITY_CLONED)`);
  }
}

const respond = (message: Msg, reply: CommandReply): void => void message.respond(messageBytes(CommandReply, reply));

function respondChunk(message: Msg, bytes: Uint8Array, own: Readonly<Record<string, string>>): void {
  const chunkHeaders = headers();
  for (const [name, value] of Object.entries(own)) chunkHeaders.set(name, value);
  message.respond(bytes, { headers: chunkHeaders });
}
