/*
 * The codec as its users see it. Another codec can stand in its place behind these names.
 *
 * Received: bytes -> Splitter -> Packet -> SignatureCheck -> decode -> Message. Sent: encode, with a Signer or without.
 */
export { encodeBytewiseParam, readBytewiseParam } from './bytewise-param.ts';
export type { CodecClock } from './clock.ts';
export { decode } from './decode.ts';
export { type Definition, definitionNamed, definitionOf, type MessageField } from './definition.ts';
export { encode } from './encode.ts';
export type { FieldsToSend, Message, MessageFields, MessageName, PacketHeader } from './message.ts';
export { Packet } from './packet.ts';
export {
  SignatureCheck,
  type SignatureCheckOptions,
  type SignatureCounts,
  Signer,
  type SignerOptions,
  SigningClock,
} from './signing.ts';
export { Splitter, type SplitterCounts, type SplitterOptions } from './splitter.ts';
export { StatusTextChunks } from './status-text-chunks.ts';
export { type StatusText, StatusTexts, type StatusTextsOptions } from './status-texts.ts';
export { TlogReader, type TlogRecord, tlogRecord } from './tlog.ts';
