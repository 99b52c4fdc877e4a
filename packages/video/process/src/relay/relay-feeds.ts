/** Feeds of all streams that are published to relays. */
import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import type { FromWhep, PictureReceivers } from '../whep/whep-messages.ts';
import { stepFor } from './encoding-step.ts';
import { RelayFeed } from './relay-feed.ts';
import type { RelayUplink } from './relay-uplink.ts';
import { START_BPS, type UplinkStart } from './uplink-rate.ts';

/** Links of vehicles change: an older rate is no longer valid. */
const KNOWN_MS = 60_000;

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
  /** Rates of streams by the last report of a relay. */
  readonly #known = new Map<string, UplinkStart & { readonly atMs: number }>();

  constructor(deps: RelayFeedsDeps) {
    this.#deps = deps;
  }

  /** Called with each picture of a stream. @returns the relays that get it unchanged */
  take(streamId: string, unit: AccessUnit): PictureReceivers {
    return this.#byStream.get(streamId)?.feed.take(unit) === false ? 'viewers' : 'all';
  }

  /** How a publication begins: as an earlier one was, else small, if its pictures are too large for a narrow link. */
  startOf({ framesPerS, id, size }: EncodedSource, ceilingBps: number): UplinkStart {
    const known = this.#known.get(id);
    if (known !== undefined && performance.now() - known.atMs < KNOWN_MS) return known;
    const isSmaller = stepFor({ framesPerS, size }, START_BPS) > 0;
    return { targetBps: isSmaller ? Math.min(START_BPS, ceilingBps) : ceilingBps, capacityBps: undefined, isSmaller };
  }

  /** A relay gets a stream, which may have been at another one. */
  begin({ peerId, start, streamId }: Extract<FromWhep, { kind: 'offer' }>): void {
    const source = this.#deps.directory.find(streamId);
    if (source === undefined) return;
    this.#byStream.get(streamId)?.feed.stop();
    this.#byStream.set(streamId, { peerId, feed: this.#feedOf(source, start) });
  }

  /** A relay has reported the capacity of the link. */
  uplink({ ceilingBps, peerId, rate, streamId }: Extract<FromWhep, { kind: 'uplink' }>): void {
    const fed = this.#byStream.get(streamId);
    if (fed?.peerId !== peerId) return;
    const { feed } = fed;
    feed.setTarget(rate, ceilingBps);
    const { capacityBps, isDraining, targetBps } = rate;
    // A rate below the safe minimum may be caused by this machine. While a queue drains, the rate is far below the
    // capacity of the link.
    if (targetBps <= START_BPS) this.#known.delete(streamId);
    else if (!isDraining) {
      this.#known.set(streamId, { targetBps, capacityBps, isSmaller: !feed.isPassing, atMs: performance.now() });
    }
    const { step } = feed;
    const made = step && { ...step.size, framesPerS: step.framesPerS };
    const targetKbps = Math.round(rate.targetBps / 1000);
    this.#deps.onUplink(peerId, { targetKbps, reason: rate.reason, ...(made !== undefined && { made }) });
  }

  /** A relay cannot continue decoding, or has joined. @returns false if the source must send a key frame */
  askKeyFrame(streamId: string): boolean {
    return this.#byStream.get(streamId)?.feed.askKeyFrame() ?? false;
  }

  /** A publication has ended. */
  end(peerId: string): void {
    for (const [streamId, fed] of this.#byStream) {
      if (fed.peerId !== peerId) continue;
      fed.feed.stop();
      this.#byStream.delete(streamId);
    }
  }

  #feedOf({ framesPerS, id }: EncodedSource, { isSmaller, targetBps }: UplinkStart): RelayFeed {
    const { askBeginning, onPicture, onTrouble } = this.#deps;
    const deps = {
      framesPerS,
      onTrouble,
      nowMs: () => performance.now(),
      onPicture: (unit: AccessUnit) => onPicture(id, unit),
      askBeginning: () => askBeginning(id),
    };
    return new RelayFeed(deps, isSmaller ? targetBps : undefined);
  }
}
