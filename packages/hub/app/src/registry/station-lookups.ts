import type { RequestListener } from 'node:http';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { isSid } from '@kitestring/hub-contract/tokens.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { Stations } from './stations.ts';

/** Guessed ids must not keep the database busy. */
const LOOKUPS = { perS: 20, burst: 40 };
const STATION_PATH = /^\/fleet\/v1\/stations\/([^/?]+)/;

interface StationLookupsDeps extends Pick<HubDeps, 'realTimeClock' | 'log'> {
  readonly stations: Pick<Stations, 'get' | 'load'>;
}

/** Looks up a station that this replica does not know in the database: another one may just have enrolled it. */
export class StationLookups {
  readonly #deps: StationLookupsDeps;
  readonly #lookups: TokenBucket;

  constructor(deps: StationLookupsDeps) {
    this.#deps = deps;
    this.#lookups = new TokenBucket(LOOKUPS, deps.realTimeClock.nowUs());
  }

  /** The same listener, called after the station of its path has been looked up. */
  before(listener: RequestListener): RequestListener {
    const { log, realTimeClock, stations } = this.#deps;
    return (request, response) => {
      const [, sid = ''] = STATION_PATH.exec(request.url ?? '') ?? [];
      const isUnknown = isSid(sid) && stations.get(sid) === undefined;
      if (!isUnknown || !this.#lookups.take(realTimeClock.nowUs())) listener(request, response);
      else
        void stations
          .load(sid)
          .catch((err) => log.warn({ err, sid }, 'a station could not be looked up'))
          .then(() => listener(request, response));
    };
  }
}
