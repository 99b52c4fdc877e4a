/** WebRTC output of the media process: answers offers, and reports the streams with viewers. */
import type { AccessUnit, SourceDirectory } from '../access-unit.ts';
import type { BrowserOrder, BrowserReport, OfferRefusal } from '../process/browser-messages.ts';
import type { ViewerCounts } from '../process/output-report.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import type { FromWhep, WatchedNow, WhepSetup } from './whep-messages.ts';
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

const NOBODY: WatchedNow = { streamIds: [], peers: 0, packets: 0, bytes: 0 };

export class WhepOutput {
  readonly #deps: WhepOutputDeps;
  readonly #thread: WhepThread;
  readonly #waiting = new Set<number>();
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

  async offer({ address, id, sdp, streamId, viewerId }: Extract<BrowserOrder, { act: 'offer' }>): Promise<void> {
    if (this.#now.peers + this.#waiting.size >= WHEP_LIMITS.peers) {
      return this.#refuse(id, 'full', `there are ${WHEP_LIMITS.peers} viewers over WebRTC, which is the most`);
    }
    this.#waiting.add(id);
    this.#thread.start();
    try {
      const source = this.#deps.directory.find(streamId);
      if (source === undefined) throw new Error(`there is no stream ${streamId} now`);
      // Also starts the source, so that its first picture comes soon.
      const { sps } = await source.parameterSets();
      const offer = { id, streamId, viewerId, sdp, address, profile: sps[1] ?? 0 };
      this.#thread.send({ kind: 'offer', offer });
    } catch (fault) {
      this.#refuse(id, 'stream', fault instanceof Error ? fault.message : String(fault));
    }
  }

  endSession({ id, peerId, viewerId }: Extract<BrowserOrder, { act: 'endSession' }>): void {
    if (this.#now.peers === 0) this.#deps.report({ what: 'hungUp', id, wasThere: false });
    else this.#thread.send({ kind: 'endSession', id, peerId, viewerId });
  }

  give(streamId: string, unit: AccessUnit): void {
    if (this.#watched.has(streamId)) this.#thread.send({ kind: 'picture', streamId, unit });
  }

  /** The stream has ended. */
  end(streamId: string): void {
    this.#thread.send({ kind: 'ended', streamId });
  }

  endViewer(viewerId: string): void {
    this.#thread.send({ kind: 'endViewer', viewerId });
  }

  stop(): void {
    this.#thread.end();
  }

  #receive(message: FromWhep): void {
    const { onJoined, onPictureLost, onWatched, report } = this.#deps;
    if (message.kind === 'answer') {
      this.#waiting.delete(message.id);
      report({ what: 'answer', id: message.id, peerId: message.peerId, sdp: message.sdp });
    } else if (message.kind === 'refused') this.#refuse(message.id, message.why, message.reason);
    else if (message.kind === 'hungUp') report({ what: 'hungUp', id: message.id, wasThere: message.wasThere });
    else if (message.kind === 'joined') onJoined(message.streamId);
    else if (message.kind === 'keyFrame') onPictureLost(message.streamId);
    else {
      this.#now = message.watched;
      this.#watched = new Set(this.#now.streamIds);
      onWatched();
      this.#restIfIdle();
    }
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
    for (const id of [...this.#waiting]) this.#refuse(id, 'fault', 'WebRTC has failed; try again');
  }
}
