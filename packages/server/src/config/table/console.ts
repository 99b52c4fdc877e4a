import Type from 'typebox';
import { DEFAULT_CONSOLE_SETTINGS as page } from '../../console/console-settings.ts';
import { optionalSetting, setting } from '../setting.ts';

const TILES = '^https?://[A-Za-z0-9.:_-]+/[^\\s]*\\{z\\}[^\\s]*$';

/** The operator's page at `/`. */
export const consoleSettings = {
  'console.enabled': setting(
    Type.Boolean(),
    page.isOn,
    'Serve the operator’s console at `/`. Without it, `/` leads to the reference of the API.',
  ),
  'console.map_tiles_url': optionalSetting(
    Type.String({ maxLength: 1000, pattern: TILES }),
    'Map behind the view from above: the address of its tiles with `{z}`, `{x}` and `{y}`, such as those of a tile server of your own. Without it nothing is fetched from anywhere but the station.',
    { allowed: 'an http or https address with `{z}`, `{x}` and `{y}` in it' },
  ),
  'console.map_attribution': setting(
    Type.String({ maxLength: 200 }),
    page.mapAttribution,
    'Whom the console names as the source of the map; most sources ask for it.',
  ),
};
