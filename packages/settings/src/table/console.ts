import { TILES_URL } from '@kitestring/station-contract/console/page-facts.ts';
import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';

/** The operator's page at `/`. */
export const consoleSettings = {
  'console.enabled': setting(
    Type.Boolean(),
    true,
    'Serve the operator’s console at `/`. If off, `/` redirects to the API reference.',
  ),
  'console.map_tiles_url': optionalSetting(
    Type.String(TILES_URL),
    'URL template of the map tiles for the top view, with `{z}`, `{x}` and `{y}`. If not set, the console fetches nothing from any host but the station.',
    { allowed: 'an http or https URL that contains `{z}`, `{x}` and `{y}`' },
  ),
  'console.map_attribution': setting(
    Type.String({ maxLength: 200 }),
    '',
    'Attribution of the map that the console shows; most map providers require one.',
  ),
  'console.map_archive': fileSetting(
    'Archive of map tiles for the large map: a PMTiles 3 file, vector or raster. It is served by the station alone. If it cannot be used, log and console show a warning, and the map shows the world overview only.',
  ),
};
