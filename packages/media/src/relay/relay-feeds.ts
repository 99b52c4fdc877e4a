/** Feeds of all streams that are published to relays. */
import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import type { FromWhep, PictureReceivers } from '../whep/whep-messages.ts';
import { RelayFeed } from './relay-feed.ts';
import type { RelayUplink } from './relay-uplink.ts';

interface RelayFeedsDeps {
  readonly directory: SourceDirectory;
  /** A smaller picture for the relays. */
  readonly onPicture: (streamId: string, unit: AccessUnit) => void;
  readonly onUplink: (peerId: string, uplink: RelayUplink) => void;
  readonly askBeginning: (streamId: string) => void;
  readonly onTrouble: (reason: string) => void;
}

interface FedRelay {
  readonly peerId: string;
  readonly feed: RelayFeed;
}

export class RelayFeeds {
  readonly #deps: RelayFeedsDeps;
  readonly #byStream = new Map<string, FedRelay>();

  constructor(deps: RelayFeedsDeps) {
    this.#deps = deps;
  }

  /** Takes each picture of a stream. @returns who gets it as it is */
  take(streamId: string, unit: AccessUnit): PictureReceivers {
    return this.#byStream.get(streamId)?.feed.take(unit) === false ? 'viewers' : 'all';
  }

  /** A relay has said what the link carries. */
  uplink({ ceilingBps, peerId, rate, streamId }: Extract<FromWhep, { kind: 'uplink' }>): void {
    const feed = this.#feedOf(streamId, peerId);
    if (feed === undefined) return;
    feed.setTarget(rate, ceilingBps);
    const { step } = feed;
    const made = step && { ...step.size, framesPerS: step.framesPerS };
    const targetKbps = Math.round(rate.targetBps / 1000);
    this.#deps.onUplink(peerId, { targetKbps, reason: rate.reason, ...(made !== undefined && { made }) });
  }

  /** A relay cannot go on decoding, or has joined. @returns false when its stream is to be asked */
  askKeyFrame(streamId: string, why: 'asked' | 'joined'): boolean {
    return this.#byStream.get(streamId)?.feed.askKeyFrame(why) ?? false;
  }

  /** A publication has ended. */
  end(peerId: string): void {
    for (const [streamId, fed] of this.#byStream) {
      if (fed.peerId !== peerId) continue;
      fed.feed.stop();
      this.#byStream.delete(streamId);
    }
  }

  #feedOf(streamId: string, peerId: string): RelayFeed | undefined {
    const present = this.#byStream.get(streamId);
    if (present?.peerId === peerId) return present.feed;
    const source = this.#deps.directory.find(streamId);
    if (source === undefined) return undefined;
    // The stream has moved to another relay.
    present?.feed.stop();
    const feed = this.#begin(source);
    this.#byStream.set(streamId, { peerId, feed });
    return feed;
  }

  #begin({ framesPerS, id }: EncodedSource): RelayFeed {
    const { askBeginning, onPicture, onTrouble } = this.#deps;
    return new RelayFeed({
      ...{ framesPerS, onTrouble, nowMs: () => performance.now() },
      onPicture: (unit) => onPicture(id, unit),
      askBeginning: () => askBeginning(id),
    });
  }
}
