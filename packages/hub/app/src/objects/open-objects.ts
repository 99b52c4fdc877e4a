import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HubFault } from '../hub-fault.ts';
import type { HubUrl } from '../listen/hub-url.ts';
import { FolderObjects } from './folder-objects.ts';
import type { Objects } from './objects.ts';
import { S3Objects } from './s3-objects.ts';

interface OpenObjects {
  readonly objects: Objects;
  /** Receives the parts that stations send to the hub itself. */
  readonly folderObjects: FolderObjects;
}

/** Where uploads are stored: the configured bucket, otherwise a folder of the hub. @throws HubFault */
export function openObjects(settings: HubSettingValues, url: HubUrl, nowMs: () => number): OpenObjects {
  const folder = join(settings.data_dir, 'objects');
  const folderObjects = new FolderObjects({ folder, baseUrl: () => url.base, nowMs });
  return { objects: openStorage(settings, nowMs) ?? folderObjects, folderObjects };
}

/** The configured bucket; undefined if there is none. @throws HubFault */
export function openStorage(settings: HubSettingValues, nowMs: () => number): S3Objects | undefined {
  const endpoint = settings['s3.endpoint'];
  if (endpoint === undefined) return undefined;
  const credentials = {
    accessKeyId: settings['s3.access_key_id'] ?? '',
    secretAccessKey: settings['s3.secret_access_key'] ?? '',
    region: settings['s3.region'],
  };
  const ca = caIn(settings['s3.ca_file']);
  return new S3Objects({ endpoint, bucket: settings['s3.bucket'] ?? '', credentials, ca, nowMs });
}

function caIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new HubFault('SECRET_UNREADABLE', `s3.ca_file: ${file} cannot be read: name the file of the PEM`, cause);
  }
}
