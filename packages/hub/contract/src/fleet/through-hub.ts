import { API_BASE, type Operation } from '@kitestring/station-contract/operation.ts';
import Type, { type TObject } from 'typebox';
import { Sid } from '../tokens.ts';
import { FLEET_BASE } from './operations.ts';

/** Prefix of the ids of all operations of stations at the hub. */
export const THROUGH_HUB = 'fleet.station.api.';

/** Changes to an operation at the hub. `more` is appended to its description. */
interface HubChange extends Pick<Partial<Operation>, 'access' | 'errors' | 'headers'> {
  readonly more: string;
}

/** An operation of a station as served by the hub: the same one, below `/fleet/v1/stations/{sid}`. */
export function throughHub(published: Operation, { errors = [], more, ...rest }: HubChange): Operation {
  const { base = API_BASE, description, id, params, path, summary } = published;
  const own = (params as TObject | undefined)?.properties ?? {};
  return {
    ...published,
    base: FLEET_BASE,
    id: `${THROUGH_HUB}${id}`,
    path: `/stations/{sid}${base}${path}`,
    aliases: [],
    summary: `Through the hub: ${summary}`,
    description: `${description} ${more}`,
    params: Type.Object({ sid: Sid, ...own }),
    errors: [...new Set([...published.errors, 'NOT_FOUND' as const, ...errors])],
    ...rest,
  };
}
