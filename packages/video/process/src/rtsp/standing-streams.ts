import type { EncodedSource, SourceDirectory } from '../access-unit.ts';
import type { MulticastTracks } from './multicast-tracks.ts';
import type { MediaLog } from './ports.ts';
import type { MediaTrack } from './rtp-track.ts';
import type { RtspSessions } from './rtsp-sessions.ts';
import { DOCUMENT_TRACK_ID, JPEG_TRACK_ID, VIDEO_TRACK_ID } from './session-description.ts';

/** A stream that is sent to its group without a session. */
export interface StandingStream {
  readonly streamId: string;
  /** Address of the interface to which its packets go, IPv4. */
  readonly localAddress: string;
  /** Its pictures are sent as JPEG, where the source has it. */
  readonly isJpeg: boolean;
  /** With its track of ONVIF metadata. */
  readonly hasDocuments: boolean;
}

interface StandingStreamsDeps {
  readonly directory: SourceDirectory;
  readonly sessions: Pick<RtspSessions, 'makeTrack'>;
  readonly multicast: MulticastTracks;
  readonly hasDocuments: boolean;
  readonly log: MediaLog;
}

interface SentStream {
  readonly end: () => void;
}

/** Streams that are sent to their groups without sessions; a source that comes back is sent again. */
export class StandingStreams {
  readonly #deps: StandingStreamsDeps;
  #wanted: ReadonlyMap<string, StandingStream> = new Map();
  readonly #sent = new Map<string, SentStream>();
  /** Told once each. */
  readonly #failed = new Set<string>();

  constructor(deps: StandingStreamsDeps) {
    this.#deps = deps;
  }

  /** Replaces those before. */
  set(streams: readonly StandingStream[]): void {
    this.#wanted = new Map(streams.map((stream) => [this.#key(stream), stream]));
    this.#failed.clear();
    for (const key of [...this.#sent.keys()]) if (!this.#wanted.has(key)) this.#end(key);
    this.check();
  }

  /** Differs where another track is sent, or to another group. */
  #key(stream: StandingStream): string {
    const groups = [VIDEO_TRACK_ID, DOCUMENT_TRACK_ID, JPEG_TRACK_ID].map((trackId) =>
      this.#deps.multicast.group(stream.streamId, trackId),
    );
    return JSON.stringify([stream, groups]);
  }

  /** Begins those whose pictures have come since. */
  check(): void {
    for (const [key, stream] of this.#wanted) {
      const source = this.#deps.directory.find(stream.streamId);
      if (source !== undefined && !this.#sent.has(key)) void this.#begin(key, stream, source);
    }
  }

  async #begin(key: string, stream: StandingStream, source: EncodedSource): Promise<void> {
    const tracks: MediaTrack[] = [];
    let detach = () => {};
    const sent = {
      end: () => {
        detach();
        for (const track of tracks) track.close();
      },
    };
    this.#sent.set(key, sent);
    const isJpeg = stream.isJpeg && source.hasJpeg === true;
    const joined = await this.#join({ ...stream, isJpeg }, source);
    tracks.push(...joined.filter((track) => track !== undefined));
    if (this.#sent.get(key) !== sent) return sent.end();
    if (tracks.length < joined.length) return this.#fail(key, stream);
    for (const track of tracks) track.restart();
    detach = source.attach({
      wantsVideo: !isJpeg,
      wantsJpeg: isJpeg,
      onAccessUnit: (unit) => {
        for (const track of tracks) track.send(unit);
      },
      onEnd: () => this.#end(key),
    });
    if (!isJpeg) source.requestKeyFrame();
    this.#failed.delete(key);
    this.#deps.log.info({ stream: source.id, address: stream.localAddress }, 'multicast without a session begins');
  }

  #join({ hasDocuments, isJpeg, localAddress }: StandingStream, source: EncodedSource) {
    const { multicast, sessions } = this.#deps;
    const trackIds = [isJpeg ? JPEG_TRACK_ID : VIDEO_TRACK_ID];
    if (hasDocuments && this.#deps.hasDocuments) trackIds.push(DOCUMENT_TRACK_ID);
    return Promise.all(
      trackIds.map((trackId) =>
        multicast.join({ source, trackId, localAddress }, (sender) => sessions.makeTrack(source, trackId, sender)),
      ),
    );
  }

  #fail(key: string, { localAddress, streamId }: StandingStream): void {
    this.#end(key);
    if (this.#failed.has(key)) return;
    this.#failed.add(key);
    this.#deps.log.warn({}, `${streamId} cannot be sent to its group from ${localAddress}; tried again every second`);
  }

  #end(key: string): void {
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    sent?.end();
  }
}
