import type { OnvifStation } from '../onvif-station.ts';
import type { ListedProfile } from './profiles.ts';

/** A profile whose stream is sent to its group without a client. */
interface StartedProfile {
  readonly streamId: string;
  readonly hasMetadata: boolean;
  /** Address of the station by which the client came that started it: packets leave by the same interface. */
  readonly localAddress: string;
}

type Documents = OnvifStation['documents'];

export const MULTICAST_DOCUMENT = 'onvif.multicast';

const kept = (documents: Documents): Readonly<Record<string, StartedProfile>> =>
  JSON.parse(documents.get(MULTICAST_DOCUMENT) || '{}') as Record<string, StartedProfile>;

/** Tracks of a stream that are sent without a client. */
export interface StartedTracks {
  readonly video: boolean;
  readonly metadata: boolean;
}

export function startedTracks(documents: Documents, streamId: string): StartedTracks {
  const own = Object.values(kept(documents)).filter((one) => one.streamId === streamId);
  return { video: own.length > 0, metadata: own.some(({ hasMetadata }) => hasMetadata) };
}

/** Profiles whose streams are sent to their groups until a client stops them, also after a restart: ONVIF demands it. */
export class MulticastStreams {
  readonly #station: Pick<OnvifStation, 'documents' | 'hasMulticast' | 'sendToGroups'>;

  constructor(station: Pick<OnvifStation, 'documents' | 'hasMulticast' | 'sendToGroups'>) {
    this.#station = station;
    this.tell();
  }

  start({ kinds, token }: ListedProfile, streamId: string, localAddress: string): void {
    this.#keep(token, { streamId, hasMetadata: kinds.includes('Metadata'), localAddress });
  }

  stop(token: string): void {
    if (token in kept(this.#station.documents)) this.#keep(token, undefined);
  }

  /** Its configurations have changed. @param profile undefined where it was deleted */
  follow(token: string, profile: ListedProfile | undefined): void {
    const started = kept(this.#station.documents)[token];
    if (started === undefined) return;
    const { kinds = [], streamId } = profile ?? {};
    // One without an encoder ends: given another one later, it must not send by itself.
    if (streamId === undefined || !kinds.includes('VideoEncoder')) this.stop(token);
    else this.#keep(token, { ...started, streamId, hasMetadata: kinds.includes('Metadata') });
  }

  /** Tells the station; also after the store has changed. */
  tell(): void {
    const { documents, hasMulticast } = this.#station;
    const streams = Object.values(kept(documents)).map(({ hasMetadata, localAddress, streamId }) => ({
      streamId,
      localAddress,
      hasDocuments: hasMetadata,
    }));
    this.#station.sendToGroups(hasMulticast ? streams : []);
  }

  close(): void {
    this.#station.sendToGroups([]);
  }

  #keep(token: string, started: StartedProfile | undefined): void {
    const { documents } = this.#station;
    const { [token]: _, ...others } = kept(documents);
    const changed = started === undefined ? others : { ...others, [token]: started };
    documents.set(MULTICAST_DOCUMENT, JSON.stringify(changed));
    this.tell();
  }
}
