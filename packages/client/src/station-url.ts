import { InvalidOptionError } from './invalid-option-error.ts';

/** Prefix of the API behind the address of a station, which a copied address may have. */
const OF_API = /(\/api(\/v\d+)?)?\/*$/;

/** The address of a station, without `/api`. @throws InvalidOptionError for anything but an address with `http://` or `https://` */
export function stationUrlOf(url: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return url.replace(OF_API, '');
  throw new InvalidOptionError(`url must be an address such as http://127.0.0.1:3128, got "${url}"`);
}
