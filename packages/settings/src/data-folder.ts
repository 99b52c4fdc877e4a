import path from 'node:path';
import { ownFolder } from './own-folder.ts';

/** Default data folder. Independent of the current folder, so that every command finds the station of `npm start`. */
export const defaultDataFolder = (): string => path.join(ownFolder(), 'data');

/** Default data folder of a hub: beside that of a station. */
export const defaultHubFolder = (): string => path.join(ownFolder(), 'hub-data');

/** File of the first API key, readable by its owner only. */
export const firstKeyFile = (dataDir: string): string => path.join(dataDir, 'api-key');

/** File of the users of ONVIF with their passwords, readable by its owner only. */
export const onvifUsersFile = (dataDir: string): string => path.join(dataDir, 'onvif-users.json');

/** File of the self-signed certificate. */
export const ownCertificateFile = (dataDir: string): string => path.join(dataDir, 'tls-cert.pem');
