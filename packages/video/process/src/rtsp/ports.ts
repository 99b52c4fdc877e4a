import type { DigestCredentials } from './digest.ts';

/** Clock for deadlines: real time, at any speed of a simulation. */
export interface DeadlineClock {
  /** Microseconds, an integer; monotonic. */
  nowUs(): number;
  /** Calls `callback` once when the clock has reached `atUs`, never synchronously. @returns a function to cancel it */
  schedule(atUs: number, callback: () => void): () => void;
}

export const US_PER_MS = 1000;
export const US_PER_S = 1_000_000;

/** Compatible with a pino logger. */
export interface MediaLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Players that must authenticate: those on other machines, all, or none. A real station requires no authentication,
 * and video systems store its plain addresses: `remote` serves those on the same machine.
 */
export const VIEWER_AUTHENTICATIONS = ['remote', 'always', 'never'] as const;
export type ViewerAuthentication = (typeof VIEWER_AUTHENTICATIONS)[number];

/** Credentials of a client. */
export type RtspCredentials =
  /** Basic: any user name; the password is an API key, an access token or a ticket. */
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** `?ticket=` of the address. */
  | { readonly kind: 'ticket'; readonly ticket: string }
  /**
   * Digest: the nonce is valid, the rest unverified. The owner of the secrets verifies it with `digestMatcher`, so
   * that they never leave their process.
   */
  | { readonly kind: 'digest'; readonly digest: DigestCredentials };

export interface AuthorizeRequest {
  readonly streamId: string;
  readonly credentials: RtspCredentials;
  /** Remote address of the client. */
  readonly address: string;
  readonly isEncrypted: boolean;
}

export type AuthorizeResponse =
  /** `viewerId` identifies the permission; `endViewer` ends all sessions based on it. */
  | { readonly kind: 'allowed'; readonly viewerId: string }
  | { readonly kind: 'refused' }
  /** Too many wrong keys from this address. */
  | { readonly kind: 'later'; readonly waitS: number };

/** Called before a client gets a description or a picture. */
export type Authorize = (request: AuthorizeRequest) => Promise<AuthorizeResponse>;
