import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The data folder when none is named: `data` in Kitestring's own folder, beside its package.json. It does not depend on
 * the current folder, so that every command finds the station that `npm start` has made.
 */
export const defaultDataFolder = (): string => fileURLToPath(new URL('../../../../data', import.meta.url));

/** Where the first API key is written, readable by its owner only. */
export const firstKeyFile = (dataDir: string): string => path.join(dataDir, 'api-key');

/** Where the self-signed certificate is kept. */
export const ownCertificateFile = (dataDir: string): string => path.join(dataDir, 'tls-cert.pem');
