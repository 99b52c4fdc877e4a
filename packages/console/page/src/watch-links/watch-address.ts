import { ApiError } from '@kitestring/client/api-error.ts';

/** Prefix of the secret of a watch link: browsers do not transmit the part after `#`. */
const MARK = '#watch=';
/** Visible part in the address bar: enough for a reload, but a photograph does not disclose it. */
const MARK_AFTERWARDS = '#watch';
const KEPT_SECRET = 'kitestring.watch-secret';

export const watchAddress = (origin: string, secret: string): string => `${origin}/${MARK}${secret}`;

interface WatchAddress {
  readonly hash: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Changes the hash in the address bar, without an entry in the history. */
  readonly replaceHash: (hash: string) => void;
}

/** The secret of the watch link of this tab. It is moved from the address bar to the storage of the tab. */
export function takeWatchSecret({ hash, replaceHash, storage }: WatchAddress): string | undefined {
  if (hash === MARK_AFTERWARDS) return storage.getItem(KEPT_SECRET) ?? '';
  if (!hash.startsWith(MARK)) return undefined;
  const secret = hash.slice(MARK.length);
  storage.setItem(KEPT_SECRET, secret);
  replaceHash(MARK_AFTERWARDS);
  return secret;
}

export const forgetWatchSecret = (storage: Pick<Storage, 'removeItem'>): void => storage.removeItem(KEPT_SECRET);

/** A token is renewed after this share of its lifetime. */
const RENEWED_AFTER = 0.9;
/** Timers of browsers are limited to 24 days, and a token may expire at once. */
const RENEW_BOUNDS_MS = [1000, 3_600_000] as const;

/** Delay until the page requests its next token. @param expiresInS undefined if the station does not send it */
export function renewalMs(expiresInS: number | undefined): number {
  const [least, most] = RENEW_BOUNDS_MS;
  return Math.min(most, Math.max(least, (expiresInS ?? 0) * 1000 * RENEWED_AFTER));
}

/** Why a link does not open, and whether a retry makes sense. */
type WatchRefusal = 'ended' | 'unknown' | 'full' | 'otherwise';

export function watchRefusal(error: unknown): WatchRefusal {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'WATCH_LINK_ENDED') return 'ended';
  if (code === 'INVALID_WATCH_LINK') return 'unknown';
  return code === 'WATCH_LINK_FULL' ? 'full' : 'otherwise';
}

const USUAL_RETRY_MS = 5000;
const FULL_RETRY_MS = 30_000;

/** Delay before the next attempt; undefined when the link is no longer valid. */
export function retryMs(error: unknown): number | undefined {
  const refusal = watchRefusal(error);
  if (refusal === 'ended' || refusal === 'unknown') return undefined;
  if (refusal === 'full') return FULL_RETRY_MS;
  return error instanceof ApiError ? Math.max(USUAL_RETRY_MS, error.retryAfterMs ?? 0) : USUAL_RETRY_MS;
}
