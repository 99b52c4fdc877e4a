import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { readBytewiseParam } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_PARAM_ERROR, MAV_PARAM_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';

export interface ParameterDefinition {
  readonly name: string;
  /** MAV_PARAM_TYPE. */
  readonly type: number;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
}

export const whole = (name: string, value: number, least = 0, most = 0x7fff): ParameterDefinition => ({
  name,
  value,
  least,
  most,
  type: MAV_PARAM_TYPE.INT32,
});
/** A name as it was asked for; empty where it is none, because broken bytes would not fit the field again. */
export const shownName = (name: string): string => (/^[\x20-\x7e]{0,16}$/.test(name) ? name : '');

export const real = (name: string, value: number, least = -1e6, most = 1e6): ParameterDefinition => ({
  name,
  value,
  least,
  most,
  type: MAV_PARAM_TYPE.REAL32,
});

/** Index of a parameter that is named instead, and of one that was not asked for. */
const NO_INDEX = -1;
const UNASKED_INDEX = 0xffff;
/** Hash of all parameters, so that a ground station needs to read them once only. */
const HASH = '_HASH_CHECK';
/** At a time, so that a list does not overrun a slow line. */
const PER_STEP = 5;

/** The parameters of an autopilot. They are kept while the vehicle is there, and change nothing of the aircraft: its limits are the station's. */
export class VehicleParameters {
  readonly #link: MavlinkLink;
  readonly #encoding: 'Values' | 'Bytes';
  readonly #list: readonly ParameterDefinition[];
  readonly #values: Map<string, number>;
  /** Indices that are still to be sent for a list. */
  #toList: { readonly peer: string; next: number } | undefined;

  constructor(link: MavlinkLink, encoding: 'Values' | 'Bytes', list: readonly ParameterDefinition[]) {
    this.#link = link;
    this.#encoding = encoding;
    this.#list = list;
    this.#values = new Map(list.map(({ name, value }) => [name, value]));
  }

  valueOf(name: string): number | undefined {
    return this.#values.get(name);
  }

  take(message: Message, peer: string): void {
    if (message.name === 'PARAM_REQUEST_LIST') this.#toList = { peer, next: 0 };
    else if (message.name === 'PARAM_REQUEST_READ') this.#read(message, peer);
    else if (message.name === 'PARAM_SET') this.#set(message, peer);
  }

  step(): void {
    const listing = this.#toList;
    if (listing === undefined) return;
    for (let count = 0; count < PER_STEP; count += 1) {
      if (listing.next >= this.#list.length) {
        this.#toList = undefined;
        return;
      }
      this.#send(listing.next, listing.next, listing.peer);
      listing.next += 1;
    }
  }

  #read({ fields, system, component }: Message<'PARAM_REQUEST_READ'>, peer: string): void {
    const { param_id, param_index } = fields;
    if (param_index === NO_INDEX && param_id === HASH && this.#encoding === 'Bytes') {
      const hash = { param_id: HASH, param_value: this.#hash(), param_type: MAV_PARAM_TYPE.UINT32 };
      this.#link.sendBytewise(
        'PARAM_VALUE',
        { ...hash, param_index: UNASKED_INDEX, param_count: this.#list.length },
        { peer },
      );
      return;
    }
    const index =
      param_index === NO_INDEX ? this.#list.findIndex(({ name }) => name === param_id) : (param_index as number);
    if (this.#list[index] !== undefined) this.#send(index, index, peer);
    else this.#error(param_index, param_id, MAV_PARAM_ERROR.DOES_NOT_EXIST, { system, component, peer });
  }

  #set(message: Message<'PARAM_SET'>, peer: string): void {
    const { component, fields, system } = message;
    const index = this.#list.findIndex(({ name }) => name === fields.param_id);
    const definition = this.#list[index];
    if (definition === undefined) {
      this.#error(NO_INDEX, fields.param_id, MAV_PARAM_ERROR.DOES_NOT_EXIST, { system, component, peer });
      return;
    }
    const value = this.#encoding === 'Bytes' ? readBytewiseParam(message) : fields.param_value;
    const { least = -Infinity, most = Infinity, name, type } = definition;
    const fits = value >= least && value <= most && (type === MAV_PARAM_TYPE.REAL32 || Number.isInteger(value));
    if (fits) this.#values.set(name, type === MAV_PARAM_TYPE.REAL32 ? Math.fround(value) : value);
    else this.#error(NO_INDEX, name, MAV_PARAM_ERROR.VALUE_OUT_OF_RANGE, { system, component, peer });
    // The value that holds now; all ends hear a change.
    this.#send(index, UNASKED_INDEX, fits ? undefined : peer);
  }

  #send(index: number, shownIndex: number, peer: string | undefined): void {
    const { name, type } = this.#list[index] as ParameterDefinition;
    const fields = {
      param_id: name,
      param_type: type,
      param_value: this.#values.get(name) ?? 0,
      param_index: shownIndex,
      param_count: this.#list.length,
    };
    const options = peer === undefined ? {} : { peer };
    if (this.#encoding === 'Bytes') this.#link.sendBytewise('PARAM_VALUE', fields, options);
    else this.#link.send('PARAM_VALUE', fields, options);
  }

  #error(
    param_index: number,
    param_id: string,
    error: number,
    to: { readonly system: number; readonly component: number; readonly peer: string },
  ): void {
    const target = { target_system: to.system, target_component: to.component };
    this.#link.send('PARAM_ERROR', { param_index, param_id: shownName(param_id), error, ...target }, { peer: to.peer });
  }

  /** CRC-32 over names and values in the order of the names, as PX4 makes it. */
  #hash(): number {
    let crc = 0;
    const add = (byte: number) => {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    };
    const bytes = new DataView(new ArrayBuffer(4));
    for (const { name, type } of this.#list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      for (const character of name) add(character.charCodeAt(0));
      const value = this.#values.get(name) ?? 0;
      if (type === MAV_PARAM_TYPE.REAL32) bytes.setFloat32(0, value, true);
      else bytes.setInt32(0, value, true);
      for (let index = 0; index < 4; index += 1) add(bytes.getUint8(index));
    }
    return crc >>> 0;
  }
}
