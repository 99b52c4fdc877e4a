import { type Message, type MessageFields, readBytewiseParam } from '@kitestring/mavlink-codec/codec.ts';
import {
  MAV_AUTOPILOT,
  MAV_PARAM_ERROR,
  MAV_PARAM_TYPE,
  MAV_PROTOCOL_CAPABILITY,
} from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { MavlinkLink } from '../link/mavlink-link.ts';
import {
  type ParameterAnswer,
  type ParameterReadEvent,
  type ParameterValue,
  readsDueUs,
  readsOf,
  readsStep,
} from './parameter-reads.ts';

type ParameterLink = Pick<MavlinkLink, 'clock' | 'ids' | 'onMessage' | 'send' | 'sendBytewise'>;

/** PX4 puts the bytes of an integer into the float of the message, ArduPilot its value. */
export type ParameterEncoding = 'Bytes' | 'Numbers';

/** @param capabilities of AUTOPILOT_VERSION, once they are known */
export function parameterEncoding(
  { autopilot }: Pick<MessageFields['HEARTBEAT'], 'autopilot'>,
  capabilities = 0n,
): ParameterEncoding {
  const isBytewise = (capabilities & BigInt(MAV_PROTOCOL_CAPABILITY.PARAM_ENCODE_BYTEWISE)) !== 0n;
  return autopilot === MAV_AUTOPILOT.PX4 || isBytewise ? 'Bytes' : 'Numbers';
}

/** Values that were read before, valid as long as the hash of all parameters is the same. Autopilots without such a hash have none. */
export interface ParameterCache {
  readonly hash: number;
  readonly values: ReadonlyMap<string, ParameterValue>;
}

export interface ParameterReading {
  readonly answers: ReadonlyMap<string, ParameterAnswer>;
  /** To be given to the next reading. */
  readonly cache: ParameterCache | undefined;
}

/** How the writing of a parameter ended; `value` is what the autopilot holds now. */
export type ParameterOutcome =
  /** Read back. */
  | { readonly outcome: 'Done'; readonly value: number }
  /** It holds another value than was written: out of range, or read-only. */
  | { readonly outcome: 'Refused'; readonly value: number }
  /** The type of the parameter cannot hold the value; nothing was written. */
  | { readonly outcome: 'DoesNotFit'; readonly value: number }
  | { readonly outcome: 'Absent' }
  | { readonly outcome: 'Silent' };

const HASH = '_HASH_CHECK';
const WRITE_WITHIN_US = 1_000_000;
/** A line that loses half of its packets loses each of so many once in 200 times. */
const WRITES_MAX = 20;

/** Reads and writes parameters of one component by name. The whole list, a minute over a radio, is never asked for. */
export class Parameters {
  readonly #link: ParameterLink;
  readonly #target: MavlinkIds;
  readonly #encoding: ParameterEncoding;

  constructor(link: ParameterLink, target: MavlinkIds, encoding: ParameterEncoding) {
    this.#link = link;
    this.#target = target;
    this.#encoding = encoding;
  }

  /** Always resolves, within about ten seconds for each eight names that are not answered. */
  async read(names: readonly string[], cache?: ParameterCache): Promise<ParameterReading> {
    const hash = this.#encoding === 'Bytes' ? await this.#hash() : undefined;
    const known = cache !== undefined && cache.hash === hash ? cache.values : new Map<string, ParameterValue>();
    const read = await this.#readAll(names.filter((name) => !known.has(name)));
    const answers = new Map(read);
    const values = new Map(known);
    for (const [name, { type, value }] of known) {
      if (names.includes(name)) answers.set(name, { state: 'Known', type, value });
    }
    for (const [name, answer] of read) {
      if (answer.state === 'Known') values.set(name, { value: answer.value, type: answer.type });
    }
    return { answers, cache: hash === undefined ? undefined : { hash, values } };
  }

  /** Writes a value, unless it is there already, and reads it back. Always resolves. */
  async set(name: string, value: number): Promise<ParameterOutcome> {
    const before = (await this.#readAll([name])).get(name);
    if (before?.state !== 'Known') return { outcome: before?.state ?? 'Silent' };
    const wanted = valueThatFits(before.type, value);
    if (wanted === undefined) return { outcome: 'DoesNotFit', value: before.value };
    if (before.value === wanted) return { outcome: 'Done', value: wanted };
    if (!(await this.#write(name, wanted, before.type))) return { outcome: 'Silent' };
    const after = (await this.#readAll([name])).get(name);
    if (after?.state !== 'Known') return { outcome: 'Silent' };
    return { outcome: after.value === wanted ? 'Done' : 'Refused', value: after.value };
  }

  async #hash(): Promise<number | undefined> {
    const answer = (await this.#readAll([HASH])).get(HASH);
    return answer?.state === 'Known' ? answer.value : undefined;
  }

  #readAll(names: readonly string[]): Promise<ReadonlyMap<string, ParameterAnswer>> {
    const { clock } = this.#link;
    let reads = readsOf(names);
    return new Promise((resolve) => {
      let cancelTimer = () => {};
      const step = (event: ParameterReadEvent) => {
        const next = readsStep(reads, event);
        reads = next.reads;
        for (const name of next.ask) this.#ask(name);
        cancelTimer();
        const dueUs = readsDueUs(reads);
        if (dueUs !== undefined) {
          cancelTimer = clock.schedule(dueUs, () => step({ event: 'Due', nowUs: clock.nowUs() }));
          return;
        }
        cancelListener();
        resolve(reads.answers);
      };
      const cancelListener = this.#onAnswer((name, answer) =>
        step({ event: 'Answered', nowUs: clock.nowUs(), name, answer }),
      );
      step({ event: 'Due', nowUs: clock.nowUs() });
    });
  }

  /** Resolves when the component has answered to the writing, with whatever value. */
  #write(name: string, value: number, type: number): Promise<boolean> {
    const { clock } = this.#link;
    return new Promise((resolve) => {
      let attempts = 0;
      let cancelTimer = () => {};
      const end = (isAnswered: boolean) => {
        cancelTimer();
        cancelListener();
        resolve(isAnswered);
      };
      const cancelListener = this.#onAnswer((answered, answer) => {
        if (answered !== name) return;
        // The old value may be an answer to an earlier question; the new one is proof, and so is a refusal that is said.
        const isOld = answer.state === 'Known' && answer.value !== value && attempts < 2;
        if (!isOld) end(true);
      });
      const write = () => {
        if (attempts >= WRITES_MAX) {
          end(false);
          return;
        }
        attempts += 1;
        this.#send(name, value, type);
        cancelTimer = clock.schedule(clock.nowUs() + WRITE_WITHIN_US, write);
      };
      write();
    });
  }

  #ask(name: string): void {
    const { component, system } = this.#target;
    const fields = { param_index: -1, param_id: name, target_system: system, target_component: component };
    this.#link.send('PARAM_REQUEST_READ', fields);
  }

  #send(name: string, value: number, type: number): void {
    const { component, system } = this.#target;
    const fields = {
      param_value: value,
      param_id: name,
      param_type: type,
      target_system: system,
      target_component: component,
    };
    if (this.#encoding === 'Bytes') this.#link.sendBytewise('PARAM_SET', fields);
    else this.#link.send('PARAM_SET', fields);
  }

  #onAnswer(take: (name: string, answer: ParameterAnswer) => void): () => void {
    return this.#link.onMessage((message) => {
      if (message.system !== this.#target.system || message.component !== this.#target.component) return;
      if (message.name === 'PARAM_VALUE') {
        const { param_id, param_type: type } = message.fields;
        take(param_id, { state: 'Known', value: this.#valueOf(message), type });
      } else if (message.name === 'PARAM_ERROR' && message.fields.error === MAV_PARAM_ERROR.DOES_NOT_EXIST) {
        take(message.fields.param_id, { state: 'Absent' });
      }
    });
  }

  #valueOf(message: Message<'PARAM_VALUE'>): number {
    return this.#encoding === 'Bytes' ? readBytewiseParam(message) : message.fields.param_value;
  }
}

const INTEGERS: Readonly<Record<number, readonly [least: number, most: number]>> = {
  [MAV_PARAM_TYPE.UINT8]: [0, 0xff],
  [MAV_PARAM_TYPE.INT8]: [-0x80, 0x7f],
  [MAV_PARAM_TYPE.UINT16]: [0, 0xffff],
  [MAV_PARAM_TYPE.INT16]: [-0x8000, 0x7fff],
  [MAV_PARAM_TYPE.UINT32]: [0, 0xffff_ffff],
  [MAV_PARAM_TYPE.INT32]: [-0x8000_0000, 0x7fff_ffff],
};

/** The value as the parameter can hold it: a whole number in its range, or the nearest float. */
function valueThatFits(type: number, value: number): number | undefined {
  const range = INTEGERS[type];
  if (range === undefined) return Number.isFinite(Math.fround(value)) ? Math.fround(value) : undefined;
  return Number.isInteger(value) && value >= range[0] && value <= range[1] ? value : undefined;
}
