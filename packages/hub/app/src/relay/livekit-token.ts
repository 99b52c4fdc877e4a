import { createHmac } from 'node:crypto';

/** Permissions in a token (https://docs.livekit.io/home/get-started/authentication/). */
interface LivekitGrant {
  /** The only room that it is valid for; none for `roomList`. */
  readonly room?: string;
  readonly roomList?: true;
  readonly roomCreate?: true;
  readonly roomAdmin?: true;
  readonly roomJoin?: true;
  readonly canPublish?: boolean;
  readonly canSubscribe?: boolean;
  readonly canPublishData?: boolean;
}

interface LivekitTokenOptions {
  readonly key: string;
  readonly secret: string;
  /** Name of the participant. */
  readonly identity: string;
  readonly grant: LivekitGrant;
  readonly nowMs: number;
  readonly lifeS: number;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT (RFC 7519, HS256) for LiveKit. */
export function livekitToken({ grant, identity, key, lifeS, nowMs, secret }: LivekitTokenOptions): string {
  const nowS = Math.floor(nowMs / 1000);
  // Clocks of hub and relay may differ slightly.
  const claims = { iss: key, sub: identity, nbf: nowS - 60, exp: nowS + lifeS, video: grant };
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
