/** WebRTC output of the media process: answers offers, and reports the streams with viewers. */
import { type AccessUnit, codecOf, type EncodedSource, type SourceDirectory } from '../access-unit.ts';
import type { BrowserOrder, BrowserReport, OfferRefusal } from '../process/browser-messages.ts';
import type { ViewerCounts } from '../process/output-report.ts';
import { startEncoderThread } from '../relay/relay-feed.ts';
import { RelayFeeds } from '../relay/relay-feeds.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import type { FromWhep, ToWhep, WatchedNow, WhepSetup } from './whep-messages.ts';
import { WhepThread } from './whep-thread.ts';

interface WhepOutputDeps {
  readonly directory: SourceDirectory;
  readonly setup: () => WhepSetup;
  readonly report: (report: BrowserReport) => void;
  readonly onTrouble: (reason: string) => void;
  /** The set of streams with viewers has changed. */
  readonly onWatched: () => void;
  readonly onJoined: (streamId: string) => void;
  readonly onPictureLost: (streamId: string) => void;
}

const RELAYED_ONLY =
  'the camera sends H.265; relays over WebRTC take H.264 only: choose H.264 in the camera, or push it by SRT';
const NOBODY: WatchedNow = { streamIds: [], peers: 0, packets: 0, bytes: 0, relays: [] };

export class WhepOutput {
  readonly #deps: WhepOutputDeps;
  readonly #thread: WhepThread;
  readonly #waiting = new Set<number>();
  readonly #relays: RelayFeeds;
  /** Offers to relays, and what became of them while it lasts. */
  readonly #publications = new Set<string>();
  #watched: ReadonlySet<string> = new Set();
  #now: WatchedNow = NOBODY;
  /** Totals of threads that have ended. */
  readonly #sentBefore = { packets: 0, bytes: 0 };

  constructor(deps: WhepOutputDeps) {
    this.#deps = deps;
    this.#thread = new WhepThread(deps.setup, {
      onMessage: (message) => this.#receive(message),
      onEnd: (fault) => this.#ended(fault),
    });
    this.#relays = new RelayFeeds({
      directory: deps.directory,
      onPicture: (streamId, peerId, unit) =>
        this.#thread.send({ kind: 'picture', streamId, unit, to: { only: peerId } }),
      onUplink: (peerId, uplink) => deps.report({ what: 'uplink', peerId, uplink }),
      askBeginning: deps.onJoined,
      onTrouble: deps.onTrouble,
      nowMs: () => performance.now(),
      startEncoder: startEncoderThread,
    });
  }

  get watched(): ReadonlySet<string> {
    return this.#watched;
  }

  get counts(): ViewerCounts {
    const { bytes, packets, peers } = this.#now;
    return {
      protocol: 'webrtc',
      viewers: peers,
      packets: this.#sentBefore.packets + packets,
      bytes: this.#sentBefore.bytes + bytes,
      framesSkipped: 0,
    };
  }

  offer({ address, id, sdp, streamId, viewerId }: Extract<BrowserOrder, { act: 'offer' }>): Promise<void> {
    return this.#begin(id, streamId, async (source) => {
      // Also starts the source, so that its first picture comes soon.
      const sets = await source.parameterSets();
      const pictures = { codec: codecOf(sets), profile: sets.sps[1] ?? 0 };
      return { kind: 'offer', offer: { id, streamId, viewerId, sdp, address, ...pictures } };
    });
  }

  /** Makes an offer for a relay. */
  publish({ id, maxKbps, relay, streamId }: Extract<BrowserOrder, { act: 'publish' }>): Promise<void> {
    const ceilingBps = maxKbps * 1000;
    return this.#begin(id, streamId, async (source) => {
      if (source.codec === 'H.265') throw new Error(RELAYED_ONLY);
      // The source starts during the request to the relay: the offer does not depend on its pictures.
      source.parameterSets().catch(() => this.end(streamId));
      return { kind: 'publish', id, streamId, ceilingBps, start: this.#relays.uplinkStart(source, relay, ceilingBps) };
    });
  }

  publishTo({ id, peerId, sdp }: Extract<BrowserOrder, { act: 'publishTo' }>): void {
    if (!this.#publications.has(peerId)) this.#refuse(id, 'fault', 'its offer has expired');
    else {
      this.#waiting.add(id);
      this.#thread.send({ kind: 'publishTo', id, peerId, sdp });
    }
  }

  unpublish({ peerId }: Extract<BrowserOrder, { act: 'unpublish' }>): void {
    this.#thread.send({ kind: 'unpublish', peerId });
  }

  endSession({ id, peerId, viewerId }: Extract<BrowserOrder, { act: 'endSession' }>): void {
    if (this.#now.peers === 0) this.#deps.report({ what: 'hungUp', id, wasThere: false });
    else this.#thread.send({ kind: 'endSession', id, peerId, viewerId });
  }

  give(streamId: string, unit: AccessUnit): void {
    if (!this.#watched.has(streamId)) return;
    this.#thread.send({ kind: 'picture', streamId, unit, to: { except: this.#relays.take(streamId, unit) } });
  }

  /** The stream has ended. */
  end(streamId: string): void {
    this.#thread.send({ kind: 'ended', streamId });
  }

  endViewer(viewerId: string): void {
    this.#thread.send({ kind: 'endViewer', viewerId });
  }

  stop(): void {
    for (const peerId of this.#publications) this.#relays.end(peerId);
    this.#thread.end();
  }

  async #begin(id: number, streamId: string, messageFor: (source: EncodedSource) => Promise<ToWhep>): Promise<void> {
    if (this.#now.peers + this.#waiting.size >= WHEP_LIMITS.peers) {
      return this.#refuse(id, 'full', `there are ${WHEP_LIMITS.peers} viewers over WebRTC, which is the most`);
    }
    this.#waiting.add(id);
    this.#thread.start();
    try {
      const source = this.#deps.directory.find(streamId);
      if (source === undefined) throw new Error(`there is no stream ${streamId} now`);
      this.#thread.send(await messageFor(source));
    } catch (fault) {
      this.#refuse(id, 'stream', fault instanceof Error ? fault.message : String(fault));
    }
  }

  #receive(message: FromWhep): void {
    const { onJoined, onWatched, report } = this.#deps;
    if (message.kind === 'answer' || message.kind === 'offer') {
      this.#waiting.delete(message.id);
      if (message.kind === 'offer') {
        this.#publications.add(message.peerId);
        this.#relays.begin(message);
      }
      report({ what: message.kind, id: message.id, peerId: message.peerId, sdp: message.sdp });
    } else if (message.kind === 'published') {
      this.#waiting.delete(message.id);
      report({ what: 'published', id: message.id });
    } else if (message.kind === 'unpublished') this.#unpublished(message.peerId);
    else if (message.kind === 'refused') this.#refuse(message.id, message.why, message.reason);
    else if (message.kind === 'hungUp') report({ what: 'hungUp', id: message.id, wasThere: message.wasThere });
    else if (message.kind === 'uplink') this.#relays.uplink(message);
    else if (message.kind === 'joined') {
      if (!this.#relays.askKeyFrame(message.relayId)) onJoined(message.streamId);
    } else if (message.kind === 'keyFrame') {
      this.#askKeyFrame(message);
    } else {
      this.#now = message.watched;
      for (const sent of this.#now.relays) report({ what: 'sent', ...sent });
      this.#watched = new Set(this.#now.streamIds);
      onWatched();
      this.#restIfIdle();
    }
  }

  #askKeyFrame({ relayId, streamId }: Extract<FromWhep, { kind: 'keyFrame' }>): void {
    if (relayId === undefined) this.#deps.onPictureLost(streamId);
    else if (!this.#relays.askKeyFrame(relayId)) this.#deps.onJoined(streamId);
  }

  #unpublished(peerId: string): void {
    this.#publications.delete(peerId);
    this.#relays.end(peerId);
    this.#deps.report({ what: 'unpublished', peerId });
  }

  #refuse(id: number, why: OfferRefusal, reason: string): void {
    this.#waiting.delete(id);
    this.#deps.report({ what: 'refused', id, why, reason });
    this.#restIfIdle();
  }

  #restIfIdle(): void {
    if (this.#now.peers === 0 && this.#waiting.size === 0) this.#thread.rest();
  }

  #ended(fault: string | undefined): void {
    if (fault !== undefined) this.#deps.onTrouble(`the thread of WebRTC: ${fault}`);
    this.#sentBefore.packets += this.#now.packets;
    this.#sentBefore.bytes += this.#now.bytes;
    this.#now = NOBODY;
    this.#watched = new Set();
    this.#deps.onWatched();
    for (const peerId of [...this.#publications]) this.#unpublished(peerId);
    for (const id of [...this.#waiting]) this.#refuse(id, 'fault', 'WebRTC has failed; try again');
  }
}
