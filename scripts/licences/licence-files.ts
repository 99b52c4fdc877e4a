import { notices } from './notices.ts';
import { sbom } from './sbom.ts';

/** The generated files in `licences`, which a station serves. */
export const LICENCE_FILES: ReadonlyMap<string, () => string> = new Map([
  ['sbom.cdx.json', sbom],
  ['third-party-notices.txt', notices],
]);
