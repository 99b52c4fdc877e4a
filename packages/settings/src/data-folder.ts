import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Default data folder: `data` in Kitestring's own folder, beside its package.json. Independent of the current folder,
 * so that every command finds the station of `npm start`.
 */
export const defaultDataFolder = (): string => fileURLToPath(new URL('../../../data', import.meta.url));

/** Default data folder of a hub: beside that of a station. */
export const defaultHubFolder = (): string => path.join(path.dirname(defaultDataFolder()), 'hub-data');

/** File of the first API key, readable by its owner only. */
export const firstKeyFile = (dataDir: string): string => path.join(dataDir, 'api-key');

/** File of the self-signed certificate. */
export const ownCertificateFile = (dataDir: string): string => path.join(dataDir, 'tls-cert.pem');
