import Type, { type Static, type TSchema } from 'typebox';
import { isSignedBy } from './nkey.ts';
import { messageBytes, type Read, readMessage } from './read-message.ts';
import { requestText } from './signed-texts.ts';
import type { HubRequest } from './subjects.ts';
import { Base64Url, Version } from './tokens.ts';

/** Signed requests for uploads: their data about a recording becomes part of its entry at the hub. */
export type SignedRequestName = Extract<HubRequest, 'offer' | 'ticket' | 'uploaded'>;

/** Such a request as sent. */
const SignedRequest = Type.Object({
  v: Version,
  request: Type.String({ description: 'The request, exactly as it is signed.' }),
  sig: Base64Url(64, 'Signature of the station’s NKey over `requestText`.'),
});

/** @param sign signs a text with the station’s key, base64url */
export function signedRequest(
  sid: string,
  name: SignedRequestName,
  message: Uint8Array,
  sign: (text: string) => string,
): Uint8Array {
  const request = Buffer.from(message).toString();
  return messageBytes(SignedRequest, { v: 1, request, sig: sign(requestText(sid, name, request)) });
}

interface Signer {
  readonly sid: string;
  /** Public key; undefined: there is no such station. */
  readonly key: string | undefined;
}

/** Reads a request with this name and verifies the signature of this station. */
export function readSignedRequest<Schema extends TSchema>(
  schema: Schema,
  name: SignedRequestName,
  { key, sid }: Signer,
  bytes: Uint8Array,
): Read<Static<Schema>> {
  const read = readMessage(SignedRequest, bytes);
  if (!read.ok) return read;
  const { request, sig } = read.value;
  if (key === undefined || !isSignedBy(key, requestText(sid, name, request), sig)) {
    return { ok: false, message: 'sig: the key of the station has not signed it' };
  }
  return readMessage(schema, Buffer.from(request));
}
