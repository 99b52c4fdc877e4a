import type { FieldsToSend, Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_FRAME, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';

/** A command that was received, of either form. */
export interface VehicleOrder {
  readonly command: number;
  /** Seven; a position in them is in degrees. */
  readonly params: readonly [number, number, number, number, number, number, number];
  /** Frame of a COMMAND_INT; undefined for a COMMAND_LONG, which has none. */
  readonly frame: number | undefined;
  readonly from: { readonly system: number; readonly component: number; readonly peer: string };
  /** For all components: only those that know the command answer. */
  readonly isForAll: boolean;
  /** Attempts before this one. */
  readonly confirmation: number;
}

/** How an order ended: with an answer, or with silence where a real component has none. */
export type OrderOutcome =
  | {
      readonly result: number;
      /** Told as STATUSTEXT. */
      readonly text?: string;
      readonly severity?: number;
      /** Sent before the answer. */
      readonly messages?: readonly Outgoing[];
    }
  | 'Silent';

export type Outgoing<N extends MessageName = MessageName> = {
  readonly [Each in N]: { readonly name: Each; readonly fields: FieldsToSend[Each] };
}[N];

export const ACCEPTED: OrderOutcome = { result: MAV_RESULT.ACCEPTED };
export const UNSUPPORTED: OrderOutcome = { result: MAV_RESULT.UNSUPPORTED };

export const refused = (result: keyof typeof MAV_RESULT, text: string): OrderOutcome => ({
  result: MAV_RESULT[result],
  text,
});

/** An integer field of COMMAND_INT that says nothing. */
const NOT_GIVEN = 0x7fff_ffff;

/** Frames whose x and y are metres. */
const LOCAL: readonly number[] = [MAV_FRAME.LOCAL_NED, MAV_FRAME.LOCAL_ENU];

export function orderOf(message: Message<'COMMAND_LONG' | 'COMMAND_INT'>, peer: string): VehicleOrder {
  const { component, system } = message;
  const from = { system, component, peer };
  const isForAll = message.fields.target_component === 0;
  if (message.name === 'COMMAND_LONG') {
    const { command, confirmation, param1, param2, param3, param4, param5, param6, param7 } = message.fields;
    return {
      command,
      from,
      confirmation,
      isForAll,
      frame: undefined,
      params: [param1, param2, param3, param4, param5, param6, param7],
    };
  }
  const { command, frame, param1, param2, param3, param4, x, y, z } = message.fields;
  const scale = LOCAL.includes(frame) ? 1e4 : 1e7;
  const at = (value: number) => (value === NOT_GIVEN ? Number.NaN : value / scale);
  return {
    command,
    from,
    confirmation: 0,
    isForAll,
    frame,
    params: [param1, param2, param3, param4, at(x), at(y), z],
  };
}
