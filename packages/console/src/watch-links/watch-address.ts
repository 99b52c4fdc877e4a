import { ApiError } from '@kitestring/client/api-error.ts';

/** Prefix of the secret of a watch link: browsers do not transmit the part after `#`. */
const MARK = '#watch=';
/** Visible part in the address bar: enough for a reload, too little to be photographed. */
const MARK_AFTERWARDS = '#watch';
const KEPT_SECRET = 'kitestring.watch-secret';

export const watchAddress = (origin: string, secret: string): string => `${origin}/${MARK}${secret}`;

interface WatchAddress {
  readonly hash: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Puts another hash into the address bar, without a trace in the history. */
  readonly replaceHash: (hash: string) => void;
}

/** The secret of the link that this tab was opened with. It goes from the address bar to the storage of the tab. */
export function takeWatchSecret({ hash, replaceHash, storage }: WatchAddress): string | undefined {
  if (hash === MARK_AFTERWARDS) return storage.getItem(KEPT_SECRET) ?? '';
  if (!hash.startsWith(MARK)) return undefined;
  const secret = hash.slice(MARK.length);
  storage.setItem(KEPT_SECRET, secret);
  replaceHash(MARK_AFTERWARDS);
  return secret;
}

export const forgetWatchSecret = (storage: Pick<Storage, 'removeItem'>): void => storage.removeItem(KEPT_SECRET);

/** A token is renewed when this part of its life is over. */
const RENEWED_AFTER = 0.9;
/** Timers of browsers hold no more than 24 days, and a token may be about to end already. */
const RENEW_BOUNDS_MS = [1000, 3_600_000] as const;

/** After how long the page asks for its next token. @param expiresInS undefined where the station does not say it */
export function renewalMs(expiresInS: number | undefined): number {
  const [least, most] = RENEW_BOUNDS_MS;
  return Math.min(most, Math.max(least, (expiresInS ?? 0) * 1000 * RENEWED_AFTER));
}

/** Reason for which a link does not open, and whether a retry is useful. */
type WatchRefusal = 'ended' | 'unknown' | 'full' | 'otherwise';

export function watchRefusalOf(error: unknown): WatchRefusal {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'WATCH_LINK_ENDED') return 'ended';
  if (code === 'INVALID_WATCH_LINK') return 'unknown';
  return code === 'WATCH_LINK_FULL' ? 'full' : 'otherwise';
}

const USUAL_RETRY_MS = 5000;
const FULL_RETRY_MS = 30_000;

/** When it is tried again; undefined when the link is of no use any more. */
export function retryMs(error: unknown): number | undefined {
  const refusal = watchRefusalOf(error);
  if (refusal === 'ended' || refusal === 'unknown') return undefined;
  if (refusal === 'full') return FULL_RETRY_MS;
  return error instanceof ApiError ? Math.max(USUAL_RETRY_MS, error.retryAfterMs ?? 0) : USUAL_RETRY_MS;
}
