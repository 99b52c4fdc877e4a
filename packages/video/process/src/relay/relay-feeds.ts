/** Feeds of all streams that are published to relays. */
import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import type { FromWhep } from '../whep/whep-messages.ts';
import { stepFor } from './encoding-step.ts';
import { RelayFeed, type StartEncoder } from './relay-feed.ts';
import type { RelayUplink } from './relay-uplink.ts';
import { START_BPS, type UplinkStart } from './uplink-rate.ts';

/** Links of vehicles change: an older rate is no longer valid. */
const KNOWN_MS = 60_000;

interface RelayFeedsDeps {
  readonly directory: SourceDirectory;
  /** A smaller picture for one relay. */
  readonly onPicture: (streamId: string, peerId: string, unit: AccessUnit) => void;
  readonly onUplink: (peerId: string, uplink: RelayUplink) => void;
  readonly askBeginning: (streamId: string) => void;
  readonly onTrouble: (reason: string) => void;
  readonly nowMs: () => number;
  readonly startEncoder: StartEncoder;
}

interface FedRelay {
  readonly streamId: string;
  /** Its host. */
  readonly relay: string;
  readonly feed: RelayFeed;
}

/**
 * Each relay is fed for its own link: a slow one takes nothing from another one of the same stream. Two links that are
 * too narrow cost an encoding each.
 */
export class RelayFeeds {
  readonly #deps: RelayFeedsDeps;
  readonly #byPeer = new Map<string, FedRelay>();
  /** Rates of streams to relays by the last report. */
  readonly #known = new Map<string, Omit<UplinkStart, 'relay'> & { readonly atMs: number }>();

  constructor(deps: RelayFeedsDeps) {
    this.#deps = deps;
  }

  /** Called with each picture of a stream. @returns the relays that do not get it unchanged */
  take(streamId: string, unit: AccessUnit): ReadonlySet<string> {
    const others = new Set<string>();
    for (const [peerId, fed] of this.#byPeer) {
      if (fed.streamId === streamId && !fed.feed.take(unit)) others.add(peerId);
    }
    return others;
  }

  /** How a publication begins: as an earlier one to this relay was, else small, if its pictures are too large for a narrow link. */
  uplinkStart({ framesPerS, id, size }: EncodedSource, relay: string, ceilingBps: number): UplinkStart {
    this.#forget();
    const known = this.#known.get(pathOf(id, relay));
    if (known !== undefined) return { relay, ...known };
    const isSmaller = stepFor({ framesPerS, size }, START_BPS) > 0;
    const targetBps = isSmaller ? Math.min(START_BPS, ceilingBps) : ceilingBps;
    return { relay, targetBps, capacityBps: undefined, isSmaller };
  }

  /** A relay gets a stream. */
  begin({ peerId, start, streamId }: Extract<FromWhep, { kind: 'offer' }>): void {
    const source = this.#deps.directory.find(streamId);
    if (source === undefined) return;
    this.#byPeer.set(peerId, { streamId, relay: start.relay, feed: this.#feed(source, peerId, start) });
  }

  /** A relay has reported the capacity of the link. */
  uplink({ ceilingBps, peerId, rate }: Extract<FromWhep, { kind: 'uplink' }>): void {
    const fed = this.#byPeer.get(peerId);
    if (fed === undefined) return;
    const { feed } = fed;
    feed.setTarget(rate, ceilingBps);
    const { capacityBps, isDraining, targetBps } = rate;
    // A rate below the safe minimum may be caused by this machine. While a queue drains, the rate is far below the
    // capacity of the link.
    const path = pathOf(fed.streamId, fed.relay);
    if (targetBps <= START_BPS) this.#known.delete(path);
    else if (!isDraining) {
      this.#known.set(path, { targetBps, capacityBps, isSmaller: !feed.isPassing, atMs: this.#deps.nowMs() });
    }
    const { step } = feed;
    const made = step && { ...step.size, framesPerS: step.framesPerS };
    const targetKbps = Math.round(rate.targetBps / 1000);
    this.#deps.onUplink(peerId, { targetKbps, reason: rate.reason, ...(made !== undefined && { made }) });
  }

  /** A relay cannot continue decoding, or has joined. @returns false if the source must send a key frame */
  askKeyFrame(peerId: string | undefined): boolean {
    return (peerId !== undefined && this.#byPeer.get(peerId)?.feed.askKeyFrame()) ?? false;
  }

  /** A publication has ended. */
  end(peerId: string): void {
    this.#byPeer.get(peerId)?.feed.stop();
    this.#byPeer.delete(peerId);
  }

  #forget(): void {
    const oldestMs = this.#deps.nowMs() - KNOWN_MS;
    for (const [path, { atMs }] of this.#known) if (atMs <= oldestMs) this.#known.delete(path);
  }

  #feed({ framesPerS, id }: EncodedSource, peerId: string, { isSmaller, targetBps }: UplinkStart): RelayFeed {
    const { askBeginning, nowMs, onPicture, onTrouble, startEncoder } = this.#deps;
    const deps = {
      framesPerS,
      onTrouble,
      nowMs,
      startEncoder,
      onPicture: (unit: AccessUnit) => onPicture(id, peerId, unit),
      askBeginning: () => askBeginning(id),
    };
    return new RelayFeed(deps, isSmaller ? targetBps : undefined);
  }
}

const pathOf = (streamId: string, relay: string): string => `${streamId} ${relay}`;
