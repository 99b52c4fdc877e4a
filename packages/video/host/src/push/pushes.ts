import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { VideoPush } from '@kitestring/station-contract/station/push.ts';
import { PUSH_ADDRESS_ALLOWED, type PushTarget, readPushAddress } from '@kitestring/video-process/push';
import type { PushAttempt, PushEvents } from './push-attempt.ts';

export type OpenPush = (target: PushTarget, streamId: string, events: PushEvents) => PushAttempt;

interface PushesDeps {
  readonly open: OpenPush;
  /** Whether the camera has this stream. */
  readonly find: (streamId: string) => Result<unknown>;
  /** Whether it gives pictures. */
  readonly ready: (streamId: string) => Result<unknown>;
  /** Addresses of the settings, by stream id. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Real time. */
  readonly clock: Clock;
  /** Station time, for what clients see. */
  readonly stationClock: Pick<Clock, 'nowUs'>;
  readonly log: Log;
}

const RETRY_S = { first: 1, most: 30 };
/** A push that was live for so long begins again without a wait. */
const HEALTHY_S = 10;

/*
 *   connecting ──onLive──▶ live
 *       ▲  │ onEnd          │ onEnd
 *       │  ▼                ▼
 *       └─ waiting ◀────────┘    backoff from 1 s to 30 s
 */
type PushState = 'Connecting' | 'Live' | 'Waiting';

interface Push {
  readonly streamId: string;
  readonly target: PushTarget;
  state: PushState;
  /** Real time of the state, and what clients see of it. */
  sinceUs: number;
  shownSinceUs: number;
  reason: string | undefined;
  waitS: number;
  retryUs: number;
  attempt: PushAttempt | undefined;
  cancelRetry: Cancel;
}

const shownSent = (sent: PushAttempt['sent']): Pick<VideoPush, 'sent_bytes' | 'skipped_pictures'> => ({
  ...(sent !== undefined && { sent_bytes: sent.bytes }),
  ...(sent?.skipped !== undefined && { skipped_pictures: sent.skipped }),
});

/** Streams that the station itself brings to relays, one address each. A fault of one has no effect on anything else. */
export class Pushes {
  readonly #deps: PushesDeps;
  readonly #byStream = new Map<string, Push>();

  constructor(deps: PushesDeps) {
    this.#deps = deps;
    for (const [streamId, address] of Object.entries(deps.addresses)) {
      const target = readPushAddress(address);
      if ('refusal' in target) continue;
      // The camera and its streams are known a moment after the start.
      this.#retry(this.#add(streamId, target));
    }
  }

  list(): VideoPush[] {
    return [...this.#byStream.values()].map((push) => this.#shown(push));
  }

  /** Replaces an earlier one of this stream. */
  set(streamId: string, address: string): Result<VideoPush> {
    const known = this.#deps.find(streamId);
    if (!known.ok) return known;
    const target = readPushAddress(address);
    if ('refusal' in target)
      return refuse('INVALID_REQUEST', {
        fault: `/address: ${target.refusal}; allowed: ${PUSH_ADDRESS_ALLOWED.replaceAll('`', '')}`,
      });
    this.end(streamId);
    const push = this.#add(streamId, target);
    this.#try(push);
    return ok(this.#shown(push));
  }

  end(streamId: string): Result<void> {
    const push = this.#byStream.get(streamId);
    if (push === undefined) return accepted;
    this.#byStream.delete(streamId);
    this.#stop(push);
    this.#deps.log.info({ stream: streamId, relay: push.target.shown }, 'a stream is no longer pushed');
    return accepted;
  }

  stop(): void {
    for (const push of this.#byStream.values()) this.#stop(push);
    this.#byStream.clear();
  }

  #add(streamId: string, target: PushTarget): Push {
    const push: Push = {
      streamId,
      target,
      state: 'Waiting',
      sinceUs: 0,
      shownSinceUs: 0,
      reason: undefined,
      waitS: RETRY_S.first,
      retryUs: 0,
      attempt: undefined,
      cancelRetry: () => {},
    };
    this.#byStream.set(streamId, push);
    this.#deps.log.info({ stream: streamId, relay: target.shown }, 'a stream is pushed to a relay');
    return push;
  }

  #try(push: Push): void {
    const { open, ready } = this.#deps;
    this.#turn(push, 'Connecting');
    const stream = ready(push.streamId);
    if (!stream.ok) {
      this.#ended(push, stream.refusal.message);
      return;
    }
    push.attempt = open(push.target, push.streamId, {
      onLive: () => {
        push.reason = undefined;
        this.#turn(push, 'Live');
        this.#deps.log.info({ stream: push.streamId, relay: push.target.shown }, 'a relay accepts a stream');
      },
      onEnd: (reason) => this.#ended(push, reason),
    });
  }

  #ended(push: Push, reason: string): void {
    const { clock, log } = this.#deps;
    if (this.#byStream.get(push.streamId) !== push) return;
    const nowUs = clock.nowUs();
    const wasHealthy = push.state === 'Live' && nowUs - push.sinceUs > HEALTHY_S * US_PER_S;
    if (wasHealthy) push.waitS = RETRY_S.first;
    if (reason !== push.reason) {
      log.warn(
        { stream: push.streamId, reason, retryS: push.waitS },
        'a stream could not be pushed to its relay; retrying',
      );
    }
    push.attempt = undefined;
    push.reason = reason;
    this.#retry(push);
  }

  #retry(push: Push): void {
    const { clock } = this.#deps;
    this.#turn(push, 'Waiting');
    push.retryUs = push.sinceUs + push.waitS * US_PER_S;
    push.waitS = Math.min(RETRY_S.most, push.waitS * 2);
    push.cancelRetry = clock.schedule(push.retryUs, () => this.#try(push));
  }

  #turn(push: Push, state: PushState): void {
    push.state = state;
    push.sinceUs = this.#deps.clock.nowUs();
    push.shownSinceUs = this.#deps.stationClock.nowUs();
  }

  #stop(push: Push): void {
    push.cancelRetry();
    push.attempt?.stop();
    push.attempt = undefined;
  }

  #shown({ attempt, reason, retryUs, shownSinceUs, state, streamId, target }: Push): VideoPush {
    const retryS = Math.max(0, Math.ceil((retryUs - this.#deps.clock.nowUs()) / US_PER_S));
    return {
      stream_id: streamId,
      address: target.shown,
      protocol: target.protocol,
      state,
      since: formatTimestamp(shownSinceUs),
      ...(reason !== undefined && { reason }),
      ...(state === 'Waiting' && { retry_in_s: retryS }),
      ...shownSent(attempt?.sent),
    };
  }
}
