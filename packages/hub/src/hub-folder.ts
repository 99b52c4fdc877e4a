import { dirname, join } from 'node:path';
import { defaultDataFolder } from '@kitestring/settings/data-folder.ts';

/** Default data folder of a hub: beside that of a station. */
export const defaultHubFolder = (): string => join(dirname(defaultDataFolder()), 'hub-data');
