import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { onePer } from '@kitestring/kit/store.ts';
import { EtagMismatch, PMTiles, type Source } from 'pmtiles';
import type { StationLink } from '../station/station-link.ts';

/** Displayed data of an archive besides its tiles. */
export interface ArchiveAbout {
  /** As text: it comes with tags from many makers. */
  readonly attribution: string;
  /** Names of the layers of vector tiles. */
  readonly layers: readonly string[];
}

/** The archive of the station, read in parts with the token of the page, which requests of MapLibre's own would not carry. */
class StationSource implements Source {
  readonly #link: StationLink;

  constructor(link: StationLink) {
    this.#link = link;
  }

  readonly getKey = (): string => 'station';

  async getBytes(offset: number, length: number, signal?: AbortSignal, known?: string) {
    const range = { first: offset, last: offset + length - 1 };
    const ask = (client: KitestringClient) =>
      client.station.getMapArchive({ range, ...(signal !== undefined && { signal }) });
    const response = await this.#link.call(ask);
    const etag = response.headers.get('etag');
    // Another file: its directories are read again.
    if (known !== undefined && etag !== known) throw new EtagMismatch('the archive has been exchanged');
    return { data: await response.arrayBuffer(), ...(etag !== null && { etag }) };
  }
}

/** Its header and directories are kept: one for each sign-in. */
export const archiveOf = onePer((link: StationLink) => new PMTiles(new StationSource(link)));

/** @throws what the station or the archive has against it */
export async function aboutArchive(archive: PMTiles): Promise<ArchiveAbout> {
  return aboutOf(await archive.getMetadata());
}

/** Metadata of the archive, validated. */
export function aboutOf(metadata: unknown): ArchiveAbout {
  const { attribution, vector_layers: layers } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const known = Array.isArray(layers) ? (layers as readonly { readonly id?: unknown }[]) : [];
  return {
    attribution: typeof attribution === 'string' ? attribution.replaceAll(/<[^>]*>/g, '').slice(0, 200) : '',
    layers: known.flatMap((layer) => (typeof layer?.id === 'string' ? [layer.id] : [])),
  };
}
