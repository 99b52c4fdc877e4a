/** What browsers watch: the station's side of WebRTC and of Media Source Extensions. */
import type { VideoClock } from '@kitestring/contract/video/video-clock.ts';
import type { BrowserOrder, BrowserReport, OfferRefusal } from '@kitestring/media/process/browser-messages.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Connection } from '../../subscriptions/connection.ts';
import { MediaQuestions } from './media-questions.ts';
import { SegmentFanOut } from './segment-fan-out.ts';

export interface BrowserVideoParts {
  /** Whether there is this stream, and gives pictures. */
  readonly check: (streamId: string) => Result<unknown>;
  readonly send: (order: BrowserOrder) => void;
  /** Real time. */
  readonly clock: Clock;
  /** False where no UDP port may be used. */
  readonly hasWebRtc: boolean;
}

export interface WhepSession {
  readonly peerId: string;
  readonly sdp: string;
}

const CODES: Readonly<Record<OfferRefusal, Refusal['code']>> = {
  offer: 'INVALID_REQUEST',
  stream: 'STREAM_NOT_READY',
  full: 'TOO_MANY_CONNECTIONS',
  fault: 'VIDEO_UNAVAILABLE',
};

export class BrowserVideo {
  readonly segments: SegmentFanOut;
  readonly #parts: BrowserVideoParts;
  readonly #questions: MediaQuestions;
  /** Offers that wait for their answer. */
  readonly #offering = new Set<{ readonly sessionId: string; isOver: boolean }>();

  constructor(parts: BrowserVideoParts) {
    this.#parts = parts;
    this.#questions = new MediaQuestions(parts.clock);
    this.segments = new SegmentFanOut(parts.send);
  }

  /** @param address of the station, by which the browser has reached it */
  async offer(caller: Caller, streamId: string, sdp: string, address: string): Promise<Result<WhepSession>> {
    const ready = this.#parts.check(streamId);
    if (!ready.ok) return ready;
    if (!this.#parts.hasWebRtc)
      return refuse('VIDEO_UNAVAILABLE', 'WebRTC is switched off here: it may use no UDP port');
    const viewerId = caller.sessionId;
    const offering = { sessionId: viewerId, isOver: false };
    this.#offering.add(offering);
    const answer = await this.#ask((id) => ({ act: 'offer', id, streamId, viewerId, sdp, address }));
    this.#offering.delete(offering);
    if (answer?.what === 'answer' && offering.isOver) {
      void this.hangUp(caller, answer.peerId);
      return refuse('INVALID_TOKEN', 'the session has ended');
    }
    if (answer?.what === 'answer') return ok({ peerId: answer.peerId, sdp: answer.sdp });
    return answer?.what === 'refused' ? refuse(CODES[answer.why], answer.reason) : SILENT;
  }

  /** Viewers end by themselves; one that is only about to begin must not. */
  endSession(sessionId: string): void {
    for (const offering of this.#offering) if (offering.sessionId === sessionId) offering.isOver = true;
  }

  /** NOT_FOUND for what has ended, never was, or is another session's. */
  async hangUp({ sessionId }: Caller, peerId: string): Promise<Result<void>> {
    const answer = await this.#ask((id) => ({ act: 'hangUp', id, peerId, viewerId: sessionId }));
    if (answer?.what !== 'hungUp') return SILENT;
    return answer.wasThere ? accepted : refuse('NOT_FOUND', 'this session has no such viewer over WebRTC');
  }

  /** Whether somebody may begin to watch this stream over a WebSocket. */
  check(streamId: string): Result<unknown> {
    return this.#parts.check(streamId);
  }

  watch(streamId: string, connection: Connection): void {
    this.segments.add(streamId, connection);
  }

  async clock(streamId: string): Promise<Result<VideoClock>> {
    const answer = await this.#ask((id) => ({ act: 'clock', id, streamId }));
    if (answer?.what !== 'clock') return SILENT;
    const { newest, nowMs } = answer;
    return ok({
      now_ms: nowMs,
      ...(newest !== undefined && { rtp_time: newest.rtpTime % 2 ** 32, taken_ms: newest.wallMs }),
    });
  }

  accept(report: BrowserReport): void {
    if (report.what === 'segment') this.segments.acceptSegment(report.streamId, report.bytes, report.isKeyFrame);
    else if (report.what === 'head') this.segments.acceptHead(report.streamId, report.head);
    else if (report.what === 'ended') this.segments.end(report.streamId);
    else this.#questions.accept(report);
  }

  /** The media process has gone, and with it everybody who watches. */
  down(): void {
    this.#questions.failAll();
    this.segments.endAll();
  }

  #ask(order: (id: number) => BrowserOrder) {
    return this.#questions.ask((id) => this.#parts.send(order(id)));
  }
}

const SILENT = refuse('VIDEO_UNAVAILABLE', 'the media process did not answer in time; try again');
