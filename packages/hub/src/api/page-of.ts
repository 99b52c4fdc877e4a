/** Stations of a list without a limit in the request. */
const PAGE = 100;

/** The part of a list that follows the station `after`; all of it from its start when that is absent or no longer there. */
export function pageOf<Row extends { readonly sid: string }>(
  rows: readonly Row[],
  after: string | undefined,
  limit = PAGE,
): { readonly page: Row[]; readonly total: number; readonly next_after: string | undefined } {
  const begin = after === undefined ? 0 : rows.findIndex(({ sid }) => sid === after) + 1;
  const page = rows.slice(begin, begin + limit);
  const next_after = begin + page.length < rows.length ? page.at(-1)?.sid : undefined;
  return { page, total: rows.length, next_after };
}
