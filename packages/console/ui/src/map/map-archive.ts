import type { MapArchiveState } from '@kitestring/station-contract/station/map-archive.ts';
import { EtagMismatch, PMTiles, type Source } from 'pmtiles';
import { useEffect, useState } from 'react';
import type { MapArchiveWords } from './map-archive-words.ts';

/** Data of an archive that is shown besides its tiles. */
interface ArchiveAbout {
  /** As text: it contains tags from many makers. */
  readonly attribution: string;
  /** Names of the layers of vector tiles. */
  readonly layers: readonly string[];
}

export interface ShownArchive {
  /** State reported by the station or the hub; undefined before the first report. */
  readonly state: MapArchiveState | undefined;
  /** Contents; undefined until they are loaded. */
  readonly about: ArchiveAbout | undefined;
  /** Its metadata cannot be read. */
  readonly isUnreadable: boolean;
}

/** Requests bytes of the archive, both ends included. @throws the reason of a failure or refusal */
type AskArchive = (range: { readonly first: number; readonly last: number }, signal?: AbortSignal) => Promise<Response>;

/** Read in parts by requests of the page, which have headers that MapLibre's own requests would lack. */
class ArchiveSource implements Source {
  readonly #ask: AskArchive;

  constructor(ask: AskArchive) {
    this.#ask = ask;
  }

  readonly getKey = (): string => 'archive';

  async getBytes(offset: number, length: number, signal?: AbortSignal, known?: string) {
    const response = await this.#ask({ first: offset, last: offset + length - 1 }, signal);
    const etag = response.headers.get('etag');
    // Another file: its directories are read again.
    if (known !== undefined && etag !== known) throw new EtagMismatch('the archive has been exchanged');
    return { data: await response.arrayBuffer(), ...(etag !== null && { etag }) };
  }
}

/** An archive with its header and directories in memory. */
export const archiveBy = (ask: AskArchive): PMTiles => new PMTiles(new ArchiveSource(ask));

/** More than in any schema. */
const LAYERS_MAX = 200;

/** Metadata of the archive, validated. */
export function archiveFacts(metadata: unknown): ArchiveAbout {
  const { attribution, vector_layers: layers } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const known = Array.isArray(layers) ? (layers as readonly { readonly id?: unknown }[]) : [];
  const ids = known.flatMap((layer) => (typeof layer?.id === 'string' && layer.id !== '' ? [layer.id] : []));
  return {
    attribution: typeof attribution === 'string' ? attribution.replaceAll(/<[^>]*>/g, '').slice(0, 200) : '',
    // A layer that is named twice makes the whole style invalid.
    layers: [...new Set(ids)].slice(0, LAYERS_MAX),
  };
}

/** Why the archive, or a part of it, is not on the map. Undefined if it is. */
export function archiveFault(
  { isUnreadable, state }: ShownArchive,
  troubles: readonly string[],
  words: MapArchiveWords,
): string | undefined {
  if (state?.reason !== undefined) return words.archiveBroken(words.archiveFaults[state.reason]);
  return isUnreadable || troubles.includes('archive') ? words.archiveMissing : undefined;
}

/** An archive with its metadata, read again when its state names another one. */
export function useShownArchive(archive: PMTiles, state: MapArchiveState | undefined): ShownArchive {
  const [read, setRead] = useState<{ readonly key: string; readonly about: ArchiveAbout | undefined }>();
  const key = state?.state === 'ready' ? JSON.stringify(state.tiles) : undefined;
  useEffect(() => {
    if (key === undefined) return;
    let isWanted = true;
    archive.getMetadata().then(
      (metadata) => isWanted && setRead({ key, about: archiveFacts(metadata) }),
      () => isWanted && setRead({ key, about: undefined }),
    );
    return () => {
      isWanted = false;
    };
  }, [archive, key]);
  const known = key !== undefined && read?.key === key ? read : undefined;
  return { state, about: known?.about, isUnreadable: known !== undefined && known.about === undefined };
}
