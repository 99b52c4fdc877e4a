/**
 * Headers of a station’s answer that a client of its hub gets, in lower case; the rest belongs to one connection. The station sends no others,
 * and the hub takes no others: a stolen station must not set cookies or rules of the hub’s own address.
 */
export const ANSWER_HEADERS: ReadonlySet<string> = new Set([
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-length', 'content-range', 'content-type'],
  ...['deprecation', 'etag', 'last-modified', 'retry-after', 'sunset', 'x-request-id'],
]);
