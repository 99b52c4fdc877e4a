import type { DigestCredentials } from './digest.ts';

/** Time for deadlines: real time, whatever the speed of a simulation. */
export interface Clock {
  /** Microseconds, an integer; never goes back. */
  nowUs(): number;
  /** Calls `callback` once when the clock has reached `atUs`, never synchronously. @returns how to cancel */
  schedule(atUs: number, callback: () => void): () => void;
}

export const US_PER_MS = 1000;
export const US_PER_S = 1_000_000;

/** What is logged with; a pino logger fits. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Who must show who they are: players on other machines, every player, or none. A real station asks nobody, and video systems
 * store its plain addresses: `remote` serves those that run beside the station.
 */
export const VIEWER_AUTHENTICATIONS = ['remote', 'always', 'never'] as const;
export type ViewerAuthentication = (typeof VIEWER_AUTHENTICATIONS)[number];

/** What a client shows to prove that it may watch. */
export type Credentials =
  /** Basic: the user may be anything, the password is an API key, an access token or a ticket. */
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** `?ticket=` of the address. */
  | { readonly kind: 'ticket'; readonly ticket: string }
  /**
   * Digest: the nonce is ours and fresh, the rest is unchecked. Whoever holds the secrets answers with `matchesDigest`, so
   * that they never leave their place.
   */
  | { readonly kind: 'digest'; readonly digest: DigestCredentials };

export interface AuthorizeQuestion {
  readonly streamId: string;
  readonly credentials: Credentials;
  /** Of the client. */
  readonly address: string;
  readonly isEncrypted: boolean;
}

export type AuthorizeAnswer =
  /** `viewerId` names whose permission this is; `endViewer` ends all that rests on it. */
  | { readonly kind: 'allowed'; readonly viewerId: string }
  | { readonly kind: 'refused' }
  /** Too many wrong keys from this address. */
  | { readonly kind: 'later'; readonly waitS: number };

/** Asked before anybody sees a description or a picture. */
export type Authorize = (question: AuthorizeQuestion) => Promise<AuthorizeAnswer>;
