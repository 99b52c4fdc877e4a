import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import type { OnvifStation } from './onvif-station.ts';

/** Documents by their text: each request reads many of them, and they seldom change. */
const parsed = new BoundedMap<string, unknown>(64);

/** A document of the station, `first` while there is none. It is shared, and never changed. */
export function keptDocument<T>(documents: Pick<OnvifStation['documents'], 'get'>, name: string, first: T): T {
  const text = documents.get(name) || undefined;
  return text === undefined ? first : (parsed.getOrMake(text, () => JSON.parse(text)) as T);
}
