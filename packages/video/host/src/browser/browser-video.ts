/** Video for browsers: the station's side of WebRTC and of Media Source Extensions. */

import type { Clock } from '@kitestring/base/clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { VideoClock } from '@kitestring/station-contract/video/video-clock.ts';
import type { BrowserOrder, BrowserReport, OfferRefusal } from '@kitestring/video-process/process';
import { PendingReplies } from '../process/pending-replies.ts';
import { RelayVideo } from './relay-video.ts';
import { SegmentFanOut } from './segment-fan-out.ts';
import type { MessageFrame, ViewerConnection } from './viewer-connection.ts';

interface BrowserVideoDeps {
  /** Whether the camera has this stream. */
  readonly find: (streamId: string) => Result<unknown>;
  /** Whether the stream exists and delivers pictures. */
  readonly check: (streamId: string) => Result<unknown>;
  readonly send: (order: BrowserOrder) => void;
  readonly messageFrame: MessageFrame;
  /** Real time. */
  readonly clock: Clock;
  /** False where no UDP port is available. */
  readonly hasWebRtc: boolean;
}

type MediaReply = Extract<BrowserReport, { readonly id: number }>;

/** On a busy machine a source's thread, or that of WebRTC, may have to start first. */
const REPLY_LIMITS = { deadlineS: 25, most: 64 };

interface WhepSession {
  readonly peerId: string;
  readonly sdp: string;
}

/** The media process's message on a refused offer, with its error code. */
const OFFER_REFUSALS: Readonly<Record<OfferRefusal, (reason: string) => Result<never>>> = {
  offer: (fault) => refuse('INVALID_REQUEST', { fault }),
  stream: (reason) => refuse('STREAM_NOT_READY.viewing', { reason }),
  full: (reason) => refuse('TOO_MANY_CONNECTIONS.viewers', { reason }),
  fault: (reason) => refuse('VIDEO_UNAVAILABLE.viewing', { reason }),
};

export class BrowserVideo {
  readonly segments: SegmentFanOut;
  readonly relay: RelayVideo;
  readonly #deps: BrowserVideoDeps;
  readonly #questions: PendingReplies<MediaReply>;
  /** Offers without an answer so far. */
  readonly #offering = new Set<{ readonly sessionId: string; isOver: boolean }>();

  constructor(deps: BrowserVideoDeps) {
    this.#deps = deps;
    this.#questions = new PendingReplies(deps.clock, REPLY_LIMITS);
    const { check, hasWebRtc, send } = deps;
    this.relay = new RelayVideo({ check, hasWebRtc, send, ask: (order) => this.#ask(order) });
    this.segments = new SegmentFanOut(deps.send, deps.messageFrame);
  }

  /** @param address local address by which the browser has reached the station */
  async offer(caller: Caller, streamId: string, sdp: string, address: string): Promise<Result<WhepSession>> {
    const ready = this.#deps.check(streamId);
    if (!ready.ok) return ready;
    if (!this.#deps.hasWebRtc) return refuse('VIDEO_UNAVAILABLE.webRtcOff');
    const viewerId = caller.sessionId;
    const offering = { sessionId: viewerId, isOver: false };
    this.#offering.add(offering);
    const answer = await this.#ask((id) => ({ act: 'offer', id, streamId, viewerId, sdp, address }));
    this.#offering.delete(offering);
    if (answer?.what === 'answer' && offering.isOver) {
      void this.endPeer(caller, answer.peerId);
      return refuse('INVALID_TOKEN.sessionEnded');
    }
    if (answer?.what === 'answer') return ok({ peerId: answer.peerId, sdp: answer.sdp });
    return answer?.what === 'refused' ? OFFER_REFUSALS[answer.why](answer.reason) : SILENT;
  }

  /** Viewers end by themselves; a pending one must not start. */
  endSession(sessionId: string): void {
    for (const offering of this.#offering) if (offering.sessionId === sessionId) offering.isOver = true;
  }

  /** NOT_FOUND for an ended, unknown, or foreign session. */
  async endPeer({ sessionId }: Caller, peerId: string): Promise<Result<void>> {
    const answer = await this.#ask((id) => ({ act: 'endSession', id, peerId, viewerId: sessionId }));
    if (answer?.what !== 'hungUp') return SILENT;
    return answer.wasThere ? accepted : refuse('NOT_FOUND.noViewer');
  }

  /** Whether a viewer may start this stream over a WebSocket. */
  check(streamId: string): Result<unknown> {
    return this.#deps.check(streamId);
  }

  watch(streamId: string, connection: ViewerConnection): void {
    this.segments.add(streamId, connection);
  }

  async clock(streamId: string): Promise<Result<VideoClock>> {
    const known = this.#deps.find(streamId);
    if (!known.ok) return known;
    const answer = await this.#ask((id) => ({ act: 'clock', id, streamId }));
    if (answer?.what !== 'clock') return SILENT;
    const { newest, nowMs } = answer;
    return ok({
      now_ms: nowMs,
      ...(newest !== undefined && { rtp_time: newest.rtpTime % 2 ** 32, taken_ms: newest.realTimeMs }),
    });
  }

  accept(report: BrowserReport): void {
    if (report.what === 'segment') this.segments.acceptSegment(report.streamId, report.bytes, report.isKeyFrame);
    else if (report.what === 'head') this.segments.acceptHead(report.streamId, report.head);
    else if (report.what === 'ended') this.segments.end(report.streamId);
    else if (report.what === 'unpublished') this.relay.ended(report.peerId);
    else if (report.what === 'uplink') this.relay.reported(report.peerId, report.uplink);
    else if (report.what === 'sent') this.relay.sent(report.peerId, report.bytes);
    else this.#questions.accept(report.id, report);
  }

  /** The media process has ended, and all its viewers with it. */
  down(): void {
    this.#questions.failAll();
    this.segments.endAll();
    this.relay.down();
  }

  #ask(order: (id: number) => BrowserOrder) {
    return this.#questions.ask((id) => this.#deps.send(order(id)));
  }
}

const SILENT = refuse('VIDEO_UNAVAILABLE.late');
