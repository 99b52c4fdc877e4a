/**
 * Headers of a station’s answer that are forwarded to clients of its hub, in lower case; others concern a single
 * connection. Both sides ignore the rest: a stolen station must not set cookies or policies for the hub’s own address.
 */
export const ANSWER_HEADERS: ReadonlySet<string> = new Set([
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-length', 'content-range', 'content-type'],
  ...['deprecation', 'etag', 'last-modified', 'retry-after', 'sunset', 'x-request-id'],
]);
