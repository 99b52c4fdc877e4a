import { nearestName } from '@kitestring/settings/nearest-name.ts';

export const listed = (names: Iterable<string>): string => [...names].join(', ');

/** Maximum number of names listed; with a suggestion none are. */
const MOST_LISTED = 20;

/** `; did you mean X? allowed: ...`; a long list only without a similar name. */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  const names = [...known];
  const nearest = nearestName(wrong, names);
  if (nearest === undefined) return `, allowed: ${listed(names)}`;
  const rest =
    names.length > MOST_LISTED ? `one of ${names.length} names, see docs/reference/scenarios.md` : listed(names);
  return `; did you mean ${nearest}? allowed: ${rest}`;
}
