/** Queue of a slow hash: addresses that have signed in before do not wait behind strangers, who wait by their address, see `addressGroup`. */
export type HashLane = 'known' | `stranger ${string}`;

/** Outcome of a key: `neither` for a valid key that is refused for another reason. */
export type KeyVerdict = 'right' | 'wrong' | 'neither';

export type ThrottleResult<T> =
  | { readonly kind: 'judged'; readonly value: T }
  /** Too many wrong keys: not checked at all. */
  | { readonly kind: 'later'; readonly waitS: number };
