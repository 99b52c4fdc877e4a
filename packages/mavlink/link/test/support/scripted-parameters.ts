import { MAV_PARAM_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '../../src/link/mavlink-link.ts';
import type { ParameterValue } from '../../src/protocol/parameter-reads.ts';
import type { ParameterEncoding } from '../../src/protocol/parameters.ts';

/** The parameters of an autopilot: read by name, written within its limits, with the hash of PX4 where they travel as bytes. */
export class ScriptedParameters {
  readonly values: Map<string, ParameterValue>;
  readonly asked: string[] = [];
  writes = 0;
  /** The value that the autopilot holds after a written one; undefined where it keeps its own. */
  accept: (name: string, value: number) => number | undefined = (_, value) => value;

  constructor(vehicle: MavlinkLink, encoding: ParameterEncoding, values: Readonly<Record<string, ParameterValue>>) {
    this.values = new Map(Object.entries(values));
    const tell = (name: string) => {
      const held = name === '_HASH_CHECK' ? this.#hash(encoding) : this.values.get(name);
      if (held === undefined) return;
      const fields = {
        param_id: name,
        param_value: held.value,
        param_type: held.type,
        param_index: 65_535,
        param_count: this.values.size,
      };
      if (encoding === 'Bytes') vehicle.sendBytewise('PARAM_VALUE', fields);
      else vehicle.send('PARAM_VALUE', fields);
    };
    vehicle.onMessage((message) => {
      if (message.name === 'PARAM_REQUEST_READ') {
        this.asked.push(message.fields.param_id);
        tell(message.fields.param_id);
      } else if (message.name === 'PARAM_SET') {
        const name = message.fields.param_id;
        const held = this.values.get(name);
        if (held === undefined) return;
        this.writes += 1;
        const bits = new DataView(message.packet.payload.buffer, message.packet.payload.byteOffset);
        const value =
          encoding === 'Bytes' && held.type === MAV_PARAM_TYPE.INT32
            ? bits.getInt32(0, true)
            : message.fields.param_value;
        this.values.set(name, { ...held, value: this.accept(name, value) ?? held.value });
        tell(name);
      }
    });
  }

  #hash(encoding: ParameterEncoding): ParameterValue | undefined {
    if (encoding !== 'Bytes') return undefined;
    let hash = 0x811c9dc5;
    for (const character of JSON.stringify([...this.values])) {
      hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
    }
    return { value: hash, type: MAV_PARAM_TYPE.UINT32 };
  }
}
