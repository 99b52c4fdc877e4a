import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_LIST } from '@kitestring/console/build/page-folder.ts';

export type Packing = 'br' | 'gzip';

export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The same, packed; for files that pack well. */
  readonly packed: Readonly<Partial<Record<Packing, Buffer>>>;
  /** Its name changes with its content, so it may be kept for ever. */
  readonly isForEver: boolean;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  wav: 'audio/wav',
  woff2: 'font/woff2',
};

/** The built page by path, `/assets/index-1a2b.js`; all of it in memory, about a megabyte. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const names = JSON.parse(readFileSync(join(folder, PAGE_LIST), 'utf8')) as readonly string[];
  return new Map(names.map((name) => [`/${name}`, readPageFile(folder, name)]));
}

function readPageFile(folder: string, name: string): PageFile {
  const path = join(folder, name);
  const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const br = readIfThere(`${path}.br`);
  const gzip = readIfThere(`${path}.gz`);
  const packed = { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) };
  return { mediaType, bytes: readFileSync(path), packed, isForEver: name.startsWith('assets/') };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The best packing that a browser takes, by its `Accept-Encoding`. */
export function packingFor({ packed }: PageFile, accepted = ''): Packing | undefined {
  const takes = (packing: Packing) => accepted.split(',').some((offer) => isOffered(offer, packing));
  return (['br', 'gzip'] as const).find((packing) => packed[packing] !== undefined && takes(packing));
}

/** `br`, `br;q=0.5`; a quality of 0 says no. Source: RFC 9110 section 12.5.3. */
function isOffered(offer: string, packing: Packing): boolean {
  const [name = '', quality = 'q=1'] = offer.toLowerCase().split(';');
  return name.trim() === packing && Number(quality.trim().slice(2)) > 0;
}
