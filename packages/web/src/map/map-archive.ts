import { open } from 'node:fs/promises';
import type { Log } from '@kitestring/base/log.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import type { MapArchiveFault, MapArchiveState } from '@kitestring/station-contract/station/map-archive.ts';
import { type DownloadRequest, fileDownload } from '../http/file-download.ts';
import type { HandlerResult } from '../http/route.ts';
import { HEADER_BYTES, readPmtilesHeader } from './pmtiles-header.ts';

const MEDIA_TYPE = 'application/vnd.pmtiles';
const SAVE_AS = 'map.pmtiles';

interface MapArchiveOptions {
  /** Undefined if none is configured. */
  readonly path: string | undefined;
  /** Name of the setting. */
  readonly setting: string;
  readonly log: Log;
}

/** The configured archive of tiles. It is checked at each request, because files may be replaced while a station runs. */
export class MapArchive {
  readonly #path: string | undefined;
  readonly #setting: string;
  readonly #log: Log;
  /** Last logged state; only changes are logged. */
  #logged = '';

  constructor({ log, path, setting }: MapArchiveOptions) {
    this.#path = path;
    this.#setting = setting;
    this.#log = log;
  }

  /** Whether it exists and can be used. Changes are logged. */
  async state(): Promise<MapArchiveState> {
    if (this.#path === undefined) return { state: 'none' };
    const state = await readState(this.#path);
    this.#note(state, this.#path);
    return state;
  }

  /** Answers a request for the archive or parts of it. */
  async download(request: DownloadRequest): Promise<HandlerResult> {
    const { message, state } = await this.state();
    if (this.#path === undefined || state === 'none')
      return refuse('MAP_ARCHIVE_NOT_FOUND.none', { setting: this.#setting });
    if (state === 'broken') return refuse('MAP_ARCHIVE_NOT_FOUND.broken', { fault: message ?? '' });
    try {
      return await fileDownload({ path: this.#path, mediaType: MEDIA_TYPE, saveAs: SAVE_AS }, request);
    } catch (error) {
      return refuse('MAP_ARCHIVE_NOT_FOUND.broken', { fault: describeFault(error).message });
    }
  }

  #note({ message, state, tiles }: MapArchiveState, path: string): void {
    const news = message ?? state;
    if (news === this.#logged) return;
    this.#logged = news;
    if (state === 'broken') this.#log.warn({ path }, `the map archive cannot be used: ${message}`);
    else this.#log.info({ path, tiles }, 'the map archive is ready');
  }
}

async function readState(path: string): Promise<MapArchiveState> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const reading = readPmtilesHeader(buffer.subarray(0, bytesRead), size);
    if ('tiles' in reading) return { state: 'ready', tiles: reading.tiles };
    return { state: 'broken', reason: reading.fault, message: reading.message };
  } catch (error) {
    const { fault, message } = describeFault(error);
    return { state: 'broken', reason: fault, message };
  }
}

/** Without the path, which is only in the log for the administrator. */
function describeFault(error: unknown): { fault: MapArchiveFault; message: string } {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { fault: 'missing', message: 'no such file' };
  return { fault: 'unreadable', message: `the file cannot be read (${code})` };
}
