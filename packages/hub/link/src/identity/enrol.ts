import { randomBytes } from 'node:crypto';
import { Fault } from '@kitestring/base/fault.ts';
import {
  Challenge,
  Credentials,
  ENROLMENT_PATHS,
  EnrolmentRefusal,
  EnrolRequest,
  RenewRequest,
} from '@kitestring/hub-contract/enrolment.ts';
import type { EnrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import type { Inventory } from '@kitestring/hub-contract/inventory.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { enrolmentText, renewalText } from '@kitestring/hub-contract/signed-texts.ts';
import type { Static, TSchema } from 'typebox';
import type { HubIdentity } from './credentials-file.ts';
import { HubUnreachableFault, postToHub } from './hub-post.ts';

/** The hub has refused. `message` comes from the hub and says what to do. */
export class EnrolmentFault extends Fault {
  readonly code: Static<typeof EnrolmentRefusal>['error'];

  constructor({ error, message }: Static<typeof EnrolmentRefusal>) {
    super(`${message} (${error})`);
    this.code = error;
  }
}

const newNonce = () => randomBytes(24).toString('base64url');

/**
 * Generates a key on this station and enrols it with the hub’s one-time code. A station that this hub has enrolled
 * before presents its key
 * and credentials and keeps its identity, unless the hub has revoked it.
 * @param ca certificates (PEM) to trust in place of the public authorities
 * @param member identity that this hub has given before
 * @param isRepeated asked after each failure whether to send the same request again; the hub repeats its answer, also
 * if the first answer was
 * lost
 * @throws EnrolmentFault, HubUnreachableFault
 */
export async function enrol(
  { code, hubUrl, pin }: EnrolmentUrl,
  inventory: Inventory,
  ca?: string,
  isRepeated: (fault: unknown, attempt: number) => Promise<boolean> = async () => false,
  member?: HubIdentity,
): Promise<HubIdentity> {
  const key = member === undefined ? Nkey.make('user') : Nkey.fromSeed(member.seed, 'user');
  const nonce = newNonce();
  const { host } = new URL(hubUrl);
  const sig = signed(key, enrolmentText(host, code, key.publicKey, nonce));
  const known = member !== undefined && { member: member.credentials.jwt };
  const request = messageBytes(EnrolRequest, { v: 1, code, key: key.publicKey, nonce, inventory, ...known, sig });
  const place = { hubUrl, ...(pin !== undefined && { pin }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const credentials = await ask({ ...place, ca }, ENROLMENT_PATHS.enrol, request, Credentials);
      return { ...place, seed: key.seed, credentials };
    } catch (fault) {
      const isRevoked = fault instanceof EnrolmentFault && fault.code === 'STATION_REVOKED';
      if (isRevoked && member !== undefined) return enrol({ code, ...place }, inventory, ca, isRepeated);
      if (!(await isRepeated(fault, attempt))) throw fault;
    }
  }
}

/**
 * Gets new credentials over HTTPS for a station whose old ones have expired, by signing a challenge of the hub with the
 * station’s key.
 * @param ca as in `enrol` @throws EnrolmentFault, HubUnreachableFault
 */
export async function renewByHttps(identity: HubIdentity, ca?: string): Promise<HubIdentity> {
  const place = { ...identity, ca };
  const { sid } = identity.credentials;
  const question = Buffer.from(JSON.stringify({ v: 1, sid }));
  const { nonce } = await ask(place, ENROLMENT_PATHS.challenge, question, Challenge);
  const credentials = await ask(place, ENROLMENT_PATHS.renew, renewalRequest(identity, nonce), Credentials);
  return { ...identity, credentials };
}

/** Request for new credentials. Over the broker the station chooses the nonce. */
export function renewalRequest({ credentials: { sid }, seed }: HubIdentity, nonce = newNonce()): Uint8Array {
  const key = Nkey.fromSeed(seed, 'user');
  const sig = signed(key, renewalText(sid, key.publicKey, undefined, nonce));
  return messageBytes(RenewRequest, { v: 1, sid, key: key.publicKey, nonce, sig });
}

const signed = (key: Nkey, text: string): string => key.sign(Buffer.from(text)).toString('base64url');

async function ask<Schema extends TSchema>(
  { ca, hubUrl, pin }: Pick<HubIdentity, 'hubUrl' | 'pin'> & { readonly ca: string | undefined },
  path: string,
  request: Uint8Array,
  schema: Schema,
): Promise<Static<Schema>> {
  const url = new URL(path.slice(1), hubUrl);
  const { body, status } = await postToHub(url, request, { ca, pin });
  const refusal = readMessage(EnrolmentRefusal, body);
  if (refusal.ok) throw new EnrolmentFault(refusal.value);
  const read = readMessage(schema, body);
  if (status === 200 && read.ok) return read.value;
  const reason = read.ok ? `status ${status}` : `status ${status}, ${read.message}`;
  throw new HubUnreachableFault(`${url.host} answers ${path} not as a hub does: ${reason}`);
}
