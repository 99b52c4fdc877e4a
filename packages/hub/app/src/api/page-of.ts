/** Default page size. */
const PAGE = 100;

/**
 * One page of the matching stations after the sid `after`, which need not match any more: paging misses none and
 * returns none twice. Starts with the first one when it is absent.
 */
export function pageOf<Row extends { readonly sid: string }>(
  rows: readonly Row[],
  fits: (row: Row) => boolean,
  after: string | undefined,
  limit = PAGE,
): { readonly page: Row[]; readonly total: number; readonly next_after: string | undefined } {
  const begin = after === undefined ? 0 : rows.findIndex(({ sid }) => sid === after) + 1;
  const before = rows.slice(0, begin).filter(fits);
  const rest = rows.slice(begin).filter(fits);
  const page = rest.slice(0, limit);
  const next_after = page.length < rest.length ? page.at(-1)?.sid : undefined;
  return { page, total: before.length + rest.length, next_after };
}
