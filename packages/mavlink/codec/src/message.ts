import type { MESSAGES } from './generated/messages.ts';
import type { Packet } from './packet.ts';

type Table = typeof MESSAGES;

/** Name of a message as in the definitions: `HEARTBEAT`. */
export type MessageName = keyof Table;

type Value<Code> = Code extends `char[${string}`
  ? string
  : Code extends `${'u64' | 'i64'}[${string}`
    ? readonly bigint[]
    : Code extends `${string}[${string}`
      ? readonly number[]
      : Code extends `${'u64' | 'i64'}${string}`
        ? bigint
        : number;

type Values<Codes> = { readonly [Field in keyof Codes]: Value<Codes[Field]> };
type Extensions<N extends MessageName> = Table[N] extends readonly [number, number, unknown, infer Codes]
  ? Codes
  : unknown;

/**
 * Fields of each received message, named as in the definitions. Text is a string without NULs, 64 bits are a bigint. An extension that the
 * sender did not send is 0.
 */
export type MessageFields = { readonly [N in MessageName]: Values<Table[N][2]> & Values<Extensions<N>> };

/** Fields of a message to be sent. A left-out extension is 0; a short array or text is filled with zeros. */
export type FieldsToSend = { readonly [N in MessageName]: Values<Table[N][2]> & Partial<Values<Extensions<N>>> };

/** A decoded message of the dialect; `name` tells the type of `fields`. */
export type Message<N extends MessageName = MessageName> = {
  readonly [Each in N]: {
    readonly name: Each;
    readonly id: number;
    readonly fields: MessageFields[Each];
    readonly system: number;
    readonly component: number;
    readonly sequence: number;
    /** It has a signature; whether that is valid is the answer of a `SignatureCheck`. */
    readonly isSigned: boolean;
    /** Bytes of the message as received. */
    readonly packet: Packet;
  };
}[N];

/** Sender of a message, and its number modulo 256 among all messages of this sender on the link. */
export interface PacketHeader {
  readonly system: number;
  readonly component: number;
  readonly sequence: number;
}
