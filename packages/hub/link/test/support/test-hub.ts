import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { Beat } from '@kitestring/hub-contract/beat.ts';
import type { Cursor } from '@kitestring/hub-contract/cursor.ts';
import { Hello, type HelloReply } from '@kitestring/hub-contract/hello.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { isSignedBy } from '@kitestring/hub-contract/nkey.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { JournalRecord } from '@kitestring/hub-contract/record.ts';
import {
  FIRST_PREVIOUS_HASH,
  JournalSegmentHead,
  segmentSignedText,
  segmentText,
  splitSegment,
} from '@kitestring/hub-contract/segment.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import { Changes } from './changes.ts';
import type { TestBroker } from './test-broker.ts';

/** The least that a hub does: it greets, and archives segments in memory when they follow each other and are signed. */
export class TestHub implements AsyncDisposable {
  readonly beats: Beat[] = [];
  readonly hellos: Hello[] = [];
  readonly records: JournalRecord[] = [];
  /** Segments that came, doubles included. */
  segmentCount = 0;
  /** First numbers of segments that were refused, with the reason. */
  readonly refused: string[] = [];
  /** Reply to the next greetings instead of a welcome. */
  refusal: HelloReply | undefined;
  connection: NatsConnection;
  generation = 0;
  /** Time by which its clock is ahead. */
  clockOffsetMs = 0;
  /** When it last greeted, by the clock of this computer. */
  greetedMs = 0;
  readonly #sid: string;
  readonly #stationKey: string;
  readonly #hubKey: HubKey;
  readonly #changes = new Changes();
  #have = 0;
  #hash = FIRST_PREVIOUS_HASH;

  private constructor(connection: NatsConnection, hubKey: HubKey, sid: string, stationKey: string) {
    this.#hubKey = hubKey;
    this.connection = connection;
    this.#sid = sid;
    this.#stationKey = stationKey;
    this.#listen();
  }

  static async connect(broker: TestBroker, sid: string, stationKey: string): Promise<TestHub> {
    const hub = new TestHub(await broker.hub(), broker.commandKey.pinned, sid, stationKey);
    await hub.#makeStream();
    return hub;
  }

  get have(): number {
    return this.#have;
  }

  /** Connects again after the broker has been away. */
  async reconnect(broker: TestBroker): Promise<void> {
    await this.connection.close();
    this.connection = await broker.hub();
    this.#listen();
    await this.#makeStream();
  }

  /** Forgets everything after a number, like a restored database. */
  setBack(have: number): void {
    this.records.length = have;
    this.#have = have;
    this.#hash = FIRST_PREVIOUS_HASH;
    this.generation += 1;
  }

  async cursor(change: Partial<Cursor> = {}): Promise<string> {
    const epoch = this.hellos.at(-1)?.epoch ?? '';
    const cursor = JSON.stringify({ v: 1, epoch, have: this.#have, ...change });
    return (
      await this.connection.request(SUBJECTS.request(this.#sid, 'cursor'), cursor, { timeout: 180_000 })
    ).string();
  }

  /** Resolves once the condition holds; checked after each message. */
  until(what: string, isSo: () => boolean): Promise<void> {
    return this.#changes.until(isSo, () => what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.close();
  }

  #listen(): void {
    const on = (subject: string, handle: (data: Uint8Array, respond: (text: string) => void) => void) =>
      this.connection.subscribe(subject, {
        callback: (fault, message) => {
          if (fault !== null) throw fault;
          handle(message.data, (text) => message.respond(text));
          this.#changes.tell();
        },
      });
    on(SUBJECTS.beat('*'), (data) => this.beats.push(parseMessage(Beat, data)));
    on(SUBJECTS.hub('*', 'hello'), (data, respond) => {
      this.hellos.push(parseMessage(Hello, data));
      respond(JSON.stringify(this.refusal ?? this.#welcome()));
    });
    on(SUBJECTS.journal('*', '*'), (data) => this.#take(data));
  }

  #welcome(): HelloReply {
    this.greetedMs = Date.now();
    const known = this.#hash === FIRST_PREVIOUS_HASH ? {} : { hash: this.#hash };
    return {
      v: 1,
      shard: 0,
      have: this.#have,
      ...known,
      gen: this.generation,
      beatMs: 200,
      beatIdleMs: 1000,
      hubKeys: [this.#hubKey],
      t: this.greetedMs + this.clockOffsetMs,
    };
  }

  #take(bytes: Uint8Array): void {
    this.segmentCount += 1;
    const split = splitSegment(bytes);
    const head = parseMessage(JournalSegmentHead, split?.head ?? bytes);
    if (head.l <= this.#have) return;
    const body = split?.body ?? new Uint8Array();
    const fault = this.#fault(head, body);
    if (fault !== undefined) {
      this.refused.push(`${head.f}: ${fault}`);
      return;
    }
    const lines = body.length === 0 ? [] : zstdDecompressSync(body).toString().trimEnd().split('\n');
    this.records.push(...lines.map((line) => parseMessage(JournalRecord, Buffer.from(line))));
    this.#have = head.l;
    this.#hash = head.h;
  }

  #fault(head: JournalSegmentHead, body: Uint8Array): string | undefined {
    if (head.f !== this.#have + 1) return `does not follow ${this.#have}`;
    if (this.#have > 0 && this.#hash !== FIRST_PREVIOUS_HASH && head.p !== this.#hash) return 'breaks the chain';
    if (head.g !== this.generation) return `has generation ${head.g}`;
    if (hash('sha256', segmentText(head), 'base64url') !== head.h) return 'has a wrong hash';
    if (body.length > 0 && hash('sha256', body, 'base64url') !== head.b) return 'has a changed body';
    return isSignedBy(this.#stationKey, segmentSignedText(this.#sid, head.h), head.sig) ? undefined : 'is not signed';
  }

  async #makeStream(): Promise<void> {
    const config = {
      name: 'JOURNAL_00',
      subjects: ['ks.j.00.*'],
      storage: 'file',
      retention: 'limits',
      num_replicas: 1,
    };
    const answer = await this.connection.request('$JS.API.STREAM.CREATE.JOURNAL_00', JSON.stringify(config), {
      timeout: 180_000,
    });
    const { error } = answer.json<{ error?: { description: string } }>();
    if (error !== undefined) throw new Error(error.description);
  }
}

function parseMessage<Schema extends Parameters<typeof readMessage>[0]>(schema: Schema, bytes: Uint8Array) {
  const read = readMessage(schema, bytes);
  if (!read.ok) throw new Error(`${read.message} in ${Buffer.from(bytes).toString()}`);
  return read.value;
}
