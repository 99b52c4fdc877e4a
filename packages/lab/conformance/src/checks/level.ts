import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Level } from '../check.ts';

/**
 * Possible effect of a request on a station that fails to refuse it: requests that must be refused are sent only where
 * their effect is allowed.
 */
export function level({ id, method }: Operation): Level {
  if (id.startsWith('flight.control.')) return 'flight';
  if (method === 'GET' || id === 'auth.token.request' || id === 'auth.token.invalidate') return 'read';
  return /^(un)?subscribe/.test(id) ? 'read' : 'control';
}

export const isSubscription = ({ id }: Operation): boolean => /^(un)?subscribe/.test(id);

/** Path parameters for a request that is refused before they are evaluated, or that only need a valid form. */
export const ANY_PARAMS: Readonly<Record<string, string>> = {
  stream_id: 'zoom',
  recording_id: '20200101_000000_+0000',
  file_id: 'main.mp4',
  category: 'flight',
  endpoint: 'state',
  id: 'zoom',
};
