import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Beat } from '@kitestring/hub-contract/beat.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { messageBytes } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { NO_EPOCH } from '@kitestring/hub-contract/tokens.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import type { BeatLog } from '../beat-log.ts';
import type { JournalRecorder } from '../journal-recorder.ts';
import type { RelayPublications } from '../relay/relay-publications.ts';
import { sleepProofMs } from '../sleep-proof-ms.ts';
import type { StationFeed } from '../station-feed.ts';

interface BeatSenderDeps {
  readonly sid: string;
  readonly boot: string;
  readonly beats: BeatLog;
  readonly connection: NatsConnection;
  readonly recorder: JournalRecorder;
  readonly feed: StationFeed;
  readonly clock: Clock;
  /** Number of topics that the hub has subscribed to. */
  readonly watching: () => number;
  readonly rttMs: () => number | undefined;
  readonly relays: Pick<RelayPublications, 'uplinks'>;
  /** Revision of the inventory that was sent to the hub. */
  readonly inventoryRevision: () => number;
  /** A beat has been sent. */
  readonly onSent: () => void;
}

/** Short, because it is sent over the uplink that it describes. */
const uplinkInBeat = ({
  made,
  reason: why,
  streamId: stream,
  targetKbps: kbps,
}: RelayPublications['uplinks'][number]) => ({
  stream,
  kbps,
  why,
  ...(made !== undefined && { made: { w: made.widthPx, h: made.heightPx, fps: made.framesPerS } }),
});

type BeatPeriods = Readonly<Record<'beatMs' | 'beatIdleMs', number>>;

/** Sends the station's beats: at once when something changes, otherwise periodically, with a longer period while nothing happens. */
export class BeatSender {
  readonly #deps: BeatSenderDeps;
  #periods: BeatPeriods = LIMITS;
  #cancel: Cancel | undefined;

  constructor(deps: BeatSenderDeps) {
    this.#deps = deps;
  }

  set periods(periods: BeatPeriods) {
    this.#periods = periods;
  }

  /** Sends a beat and schedules the next. */
  send(): void {
    const { clock, connection, feed, onSent, sid, watching } = this.#deps;
    this.stop();
    if (connection.isClosed()) return;
    connection.publish(SUBJECTS.beat(sid), this.next());
    onSent();
    const isQuiet = ['StandBy', 'Unknown'].includes(feed.beat().phase) && watching() === 0;
    const periodMs = isQuiet ? this.#periods.beatIdleMs : this.#periods.beatMs;
    this.#cancel = clock.schedule(clock.nowUs() + periodMs * 1000, () => this.send());
  }

  next(): Uint8Array {
    const { beats, boot, feed, inventoryRevision, recorder, relays, rttMs, watching } = this.#deps;
    const state = feed.beat();
    const journal = recorder.journal;
    const n = beats.next(sleepProofMs());
    const roundTripMs = rttMs();
    const video = relays.uplinks.map(uplinkInBeat);
    return messageBytes(Beat, {
      v: 1,
      boot,
      n,
      epoch: journal?.epoch ?? NO_EPOCH,
      head: journal?.head ?? 0,
      sent: journal?.sent ?? 0,
      ...state,
      watching: watching(),
      link: {
        ...(roundTripMs !== undefined && { rttMs: Math.round(roundTripMs) }),
        ...(video.length > 0 && { video }),
      },
      t: Date.now(),
      rev: inventoryRevision(),
    });
  }

  stop(): void {
    this.#cancel?.();
  }
}
