import type { MulticastGroup } from '@kitestring/video-process/rtsp';
import { keptDocument } from '../kept-document.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import { chosenGroups, dropTakenGroups, keepGroup } from './multicast-groups.ts';
import type { ListedProfile } from './profiles.ts';

/** A profile whose stream is sent to its group without a client. */
interface StartedProfile {
  readonly streamId: string;
  readonly hasMetadata: boolean;
  readonly isJpeg?: boolean;
  /** Address of the station by which the client came that started it: packets leave by the same interface. */
  readonly localAddress: string;
}

type Documents = OnvifStation['documents'];

export const MULTICAST_DOCUMENT = 'onvif.multicast';

const kept = (documents: Documents) =>
  keptDocument<Readonly<Record<string, StartedProfile>>>(documents, MULTICAST_DOCUMENT, {});

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
  readonly #station: Pick<OnvifStation, 'documents' | 'firstGroups' | 'hasMulticast' | 'sendToGroups'>;

  constructor(station: Pick<OnvifStation, 'documents' | 'firstGroups' | 'hasMulticast' | 'sendToGroups'>) {
    this.#station = station;
    dropTakenGroups(station);
    this.tell();
  }

  start({ kinds, token }: ListedProfile, stream: OnvifStream, localAddress: string): void {
    const { encoding, stream_id: streamId } = stream;
    const isJpeg = encoding.codec === 'JPEG';
    this.#keep(token, { streamId, hasMetadata: kinds.includes('Metadata'), isJpeg, localAddress });
  }

  /** The encoder of a stream was set. @param group that was chosen, undefined for the present one */
  encode(stream: OnvifStream, group: MulticastGroup | undefined): void {
    const { documents } = this.#station;
    const isJpeg = stream.encoding.codec === 'JPEG';
    const all = Object.entries(kept(documents)).map(
      ([token, started]) => [token, started.streamId === stream.stream_id ? { ...started, isJpeg } : started] as const,
    );
    documents.set(MULTICAST_DOCUMENT, JSON.stringify(Object.fromEntries(all)));
    keepGroup(documents, stream, 'VideoEncoder', group);
    this.tell();
  }

  /** The metadata of a stream were set. */
  describe(stream: OnvifStream, group: MulticastGroup | undefined): void {
    keepGroup(this.#station.documents, stream, 'Metadata', group);
    this.tell();
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
    const streams = Object.values(kept(documents)).map(({ hasMetadata, isJpeg, localAddress, streamId }) => ({
      streamId,
      localAddress,
      isJpeg: isJpeg ?? false,
      hasDocuments: hasMetadata,
    }));
    this.#station.sendToGroups(hasMulticast ? streams : [], chosenGroups(documents));
  }

  close(): void {
    this.#station.sendToGroups([], []);
  }

  #keep(token: string, started: StartedProfile | undefined): void {
    const { documents } = this.#station;
    const { [token]: _, ...others } = kept(documents);
    const changed = started === undefined ? others : { ...others, [token]: started };
    documents.set(MULTICAST_DOCUMENT, JSON.stringify(changed));
    this.tell();
  }
}
