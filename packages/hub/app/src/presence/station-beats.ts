import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import { Beat } from '@kitestring/hub-contract/beat.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { StationPresence } from './presence.ts';

/** Interval at which a beat is written to the database, for the time after a restart of the hub. */
const KEEP_EVERY_S = 30;
/** Delay until a new start of a service is written, usually and after a failure: it decides which of two services was first. */
const KEEP_START_S = { usual: 0.1, failed: 1 };
/** Beats per statement; those of a larger fleet are written in turns. */
const KEPT_AT_ONCE = 2000;

type StationBeatsDeps = Pick<HubDeps, 'budgets' | 'connection' | 'presence' | 'stations' | 'clock' | 'nowMs' | 'log'>;

/** Receives the beats of all stations, derives their presence, and stores the newest of each in the database. */
export class StationBeats {
  readonly #deps: StationBeatsDeps;
  /** Stations whose newest beat is not in the database yet. */
  readonly #unkept = new Set<string>();
  /** Stations with a new start that is not in the database yet. */
  readonly #started = new Set<string>();
  readonly #cancel: () => void;
  #cancelStarts: Cancel | undefined;
  #hasFailed = false;

  constructor(deps: StationBeatsDeps) {
    this.#deps = deps;
    const { clock, connection, presence } = deps;
    connection.subscribe(SUBJECTS.beat('*'), {
      callback: (error, { data, subject }) => {
        if (error === null) this.#take(sidOfSubject(subject) ?? '', data);
      },
    });
    presence.onChange((changed, before) => this.#changed(changed, before));
    this.#cancel = every(clock, KEEP_EVERY_S * US_PER_S, () => void this.#keep(this.#unkept));
  }

  async stop(): Promise<void> {
    this.#cancel();
    this.#cancelStarts?.();
    await this.#keep(this.#unkept);
  }

  #take(sid: string, data: Uint8Array): void {
    const { budgets, log, nowMs, presence, stations } = this.#deps;
    if (!budgets.take(sid, { data })) return;
    const station = stations.get(sid);
    if (station === undefined || station.revokedMs !== undefined) return;
    const read = readMessage(Beat, data);
    if (read.ok) presence.beat(sid, read.value, nowMs());
    else log.warn({ sid, fault: read.message }, 'a beat is malformed');
  }

  #changed({ beat, sid, state }: StationPresence, before: StationPresence['state']): void {
    const { clock, log, stations } = this.#deps;
    const station = stations.get(sid);
    this.#unkept.add(sid);
    if (beat !== undefined && station?.boots.includes(beat.boot) === false) {
      this.#started.add(sid);
      const afterS = this.#hasFailed ? KEEP_START_S.failed : KEEP_START_S.usual;
      this.#cancelStarts ??= clock.schedule(clock.nowUs() + afterS * US_PER_S, () => {
        this.#cancelStarts = undefined;
        void this.#keep(this.#started);
      });
    }
    if (state !== before) log.info({ sid, name: station?.name, state, boot: beat?.boot }, 'station');
  }

  async #keep(sids: Set<string>): Promise<void> {
    const { log, presence, stations } = this.#deps;
    try {
      const beats = [...sids].slice(0, KEPT_AT_ONCE).flatMap((sid) => {
        const { beat, receivedMs: seenMs } = presence.of(sid) ?? {};
        sids.delete(sid);
        return beat === undefined || seenMs === undefined ? [] : [{ sid, beat, seenMs, boots: presence.boots(sid) }];
      });
      if (beats.length > 0) await stations.keepBeats(beats);
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      log.warn({ err: error }, 'the newest beats could not be stored');
    }
  }
}
