import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { Beat } from '@kitestring/hub-contract/beat.ts';
import { COMMAND_TYPE, type CommandReply, HubCommand } from '@kitestring/hub-contract/command.ts';
import { Cursor } from '@kitestring/hub-contract/cursor.ts';
import { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import { Hello, HelloReply } from '@kitestring/hub-contract/hello.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { checkMessage, messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { enrolmentText } from '@kitestring/hub-contract/signed-texts.ts';
import { inboxPrefix, SUBJECTS, segmentMessageId } from '@kitestring/hub-contract/subjects.ts';
import { makeToken } from '@kitestring/hub-contract/tokens.ts';
import { Want } from '@kitestring/hub-contract/want.ts';
import { headers, type Msg, type NatsConnection, wsconnect } from '@nats-io/nats-core';
import type { HubProcess } from './hub-process.ts';
import { publishedBytes, TestJournal } from './test-journal.ts';

const RETRY_MS = 100;

const newToken = (): string => makeToken(randomBytes(12));

const inventory = (name: string) => ({ rev: 1, name, software: '0.1.0', api: '1.1.0', cameras: [] });

/** Body of an enrolment with this code, signed by the key. */
export function enrolBody(hubUrl: string, code: string, key: Nkey, name = 'Engine 7') {
  const nonce = randomBytes(24).toString('base64url');
  const text = enrolmentText(new URL(hubUrl).host, code, key.publicKey, nonce);
  const sig = key.sign(Buffer.from(text)).toString('base64url');
  return { v: 1, code, key: key.publicKey, nonce, inventory: inventory(name), sig };
}

/** A station that speaks the contract and has its journal in memory: what the link of a real one does, without a station. */
export class TestStation {
  readonly credentials: Credentials;
  readonly journal: TestJournal;
  readonly boot = newToken();
  /** Moved by the broker's acknowledgement. */
  sent = 0;
  /** Moved by the archive's cursor. */
  have = 0;
  generation = 0;
  connection: NatsConnection | undefined;
  /** States that it publishes when they are wanted. */
  readonly states = new Map<string, string>();
  /** Commands that came with a valid signature, each as often as the hub has sent it: again after a second without an answer. */
  readonly received: HubCommand[] = [];
  /** Answers a command or the question for its result; undefined: silence. */
  answer: (id: string, command?: HubCommand) => CommandReply | undefined = () => undefined;
  /** Topics of the newest wish. */
  wanted: readonly string[] = [];
  #beat = 0;

  private constructor(credentials: Credentials, key: Nkey) {
    this.credentials = credentials;
    this.journal = new TestJournal(credentials.sid, newToken(), key);
  }

  static async enrol(hub: HubProcess, name: string): Promise<TestStation> {
    const key = Nkey.make('user');
    const { body: invitation } = await hub.ask('enrolments', { body: {} });
    const { body } = await hub.ask('/enrol/v1', { body: enrolBody(hub.url, invitation.code, key, name) });
    const read = checkMessage(Credentials, body);
    if (!read.ok) throw new Error(`${read.message}: ${JSON.stringify(body)}`);
    return new TestStation(read.value, key);
  }

  get sid(): string {
    return this.credentials.sid;
  }

  /** Those that it has received, each once, in the order of their first coming. */
  get commands(): readonly HubCommand[] {
    return [...new Map(this.received.map((command) => [JSON.stringify(command), command])).values()];
  }

  connect(jwt = this.credentials.jwt, servers: readonly string[] = this.credentials.servers): Promise<NatsConnection> {
    return wsconnect({
      servers: [...servers],
      inboxPrefix: inboxPrefix(this.sid),
      authenticator: (nonce?: string) => ({
        jwt,
        nkey: this.journal.key.publicKey,
        sig: this.journal.key.sign(Buffer.from(nonce ?? '')).toString('base64url'),
      }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
    });
  }

  /** Connects, says hello, and takes cursors from now on. */
  async goOnline(): Promise<void> {
    const connection = await this.connect();
    this.connection = connection;
    this.wanted = [];
    connection.subscribe(SUBJECTS.request(this.sid, 'cursor'), {
      callback: (_error, message) => {
        const read = readMessage(Cursor, message.data);
        if (read.ok) this.#take(read.value);
        message.respond(JSON.stringify({ v: 1, epoch: this.journal.epoch, head: this.journal.head }));
      },
    });
    connection.subscribe(SUBJECTS.want(this.sid), {
      callback: (_error, message) => {
        const read = readMessage(Want, message.data);
        const before = this.wanted;
        this.wanted = read.ok ? read.value.topics : [];
        // As a station does: each state once.
        for (const name of this.wanted) if (!before.includes(name)) this.publishState(name);
      },
    });
    connection.subscribe(SUBJECTS.request(this.sid, 'cmd'), {
      callback: (_error, message) => {
        const command = this.#verified(message.data);
        if (command !== undefined) respond(message, this.answer(command.id, command));
      },
    });
    // Asked for one before a command, where the hub has heard none for two seconds.
    connection.subscribe(SUBJECTS.request(this.sid, 'beat'), {
      callback: (_error, message) => void message.respond(this.#nextBeat()),
    });
    connection.subscribe(SUBJECTS.request(this.sid, 'result'), {
      callback: (_error, message) => {
        const { id } = message.json<{ id: string }>();
        const isKnown = this.received.some((command) => command.id === id);
        respond(message, isKnown ? this.answer(id) : { v: 1, id, error: 'NOT_KNOWN', message: 'never received' });
      },
    });
    await this.hello();
  }

  /** The command, if the hub's pinned key has signed it. */
  #verified(data: Uint8Array): HubCommand | undefined {
    const [header = '', payload = '', signature = ''] = Buffer.from(data).toString().split('.');
    const { kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const pinned = this.credentials.hubKeys.find((key) => key.kid === kid);
    if (pinned === undefined || typ !== COMMAND_TYPE) return undefined;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: pinned.x }, format: 'jwk' });
    if (!verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) return undefined;
    const read = readMessage(HubCommand, Buffer.from(payload, 'base64url'));
    if (!read.ok) throw new Error(read.message);
    this.received.push(read.value);
    return read.value;
  }

  publishState(name: string): void {
    const state = this.states.get(name);
    if (state !== undefined) this.connection?.publish(SUBJECTS.topic(this.sid, name), state);
  }

  async hello(): Promise<HelloReply> {
    const { connection, journal, boot, sid } = this;
    if (connection === undefined) throw new Error('not connected');
    const hello: Hello = {
      v: 1,
      sid,
      boot,
      epoch: journal.epoch,
      head: journal.head,
      keptFrom: 1,
      t: 0,
      inventory: inventory('Engine 7'),
    };
    for (;;) {
      try {
        const reply = await connection.request(SUBJECTS.hub(sid, 'hello'), messageBytes(Hello, hello), {
          timeout: 2000,
        });
        const read = readMessage(HelloReply, reply.data);
        if (!read.ok) throw new Error(read.message);
        if ('have' in read.value) this.have = read.value.have;
        return read.value;
      } catch (error) {
        // The hub is on its way: nothing but time helps.
        if (!/no responders|timeout/i.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  beat(more: Partial<Beat> = {}): void {
    this.connection?.publish(SUBJECTS.beat(this.sid), this.#nextBeat(more));
  }

  #nextBeat(more: Partial<Beat> = {}): Uint8Array {
    const { boot, journal, sent } = this;
    this.#beat += 1;
    const beat: Beat = {
      v: 1,
      boot,
      n: this.#beat,
      epoch: journal.epoch,
      head: journal.head,
      sent,
      phase: 'StandBy',
      alarms: [0, 0, 1, 0],
      watching: 0,
      link: {},
      t: Date.now(),
      rev: 1,
      ...more,
    };
    return messageBytes(Beat, beat);
  }

  /** Publishes every segment after `sent` in order, each until the broker has acknowledged it. */
  async sendAll(): Promise<void> {
    for (;;) {
      const segment = this.journal.segments.find(({ head }) => head.l > this.sent);
      if (segment === undefined) return;
      const isSent = await this.publish(publishedBytes(segment, this.generation), segment.head.f);
      if (isSent) this.sent = Math.max(this.sent, segment.head.l);
      else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** @returns whether the broker has acknowledged it */
  async publish(bytes: Uint8Array, first: number): Promise<boolean> {
    const { epoch } = this.journal;
    const head = headers();
    head.set('Nats-Msg-Id', segmentMessageId(this.sid, epoch, first, this.generation));
    try {
      const subject = SUBJECTS.journal(0, this.sid);
      const reply = await this.connection?.request(subject, bytes, { headers: head, timeout: 2000 });
      return reply !== undefined && !('error' in reply.json<object>());
    } catch {
      return false;
    }
  }

  #take({ epoch, from, gen, have }: Cursor): void {
    if (epoch !== this.journal.epoch) return;
    this.have = Math.max(this.have, have);
    this.sent = Math.max(this.sent, this.have);
    if (gen === undefined || from === undefined || gen <= this.generation) return;
    this.generation = gen;
    this.sent = from - 1;
  }
}

function respond(message: Msg, reply: CommandReply | undefined): void {
  if (reply !== undefined) message.respond(JSON.stringify(reply));
}
