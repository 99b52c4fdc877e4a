import { Beat } from '@kitestring/hubcontract/beat.ts';
import { readMessage } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hubcontract/subjects.ts';
import { type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Stations } from '../registry/stations.ts';
import type { Presence, StationPresence } from './presence.ts';

/** A beat is written to the database this often: it is for the time after a restart of the hub. */
const KEEP_EVERY_S = 30;
/** Beats of one statement; those of a larger fleet are kept by turns. */
const KEPT_AT_ONCE = 2000;

interface StationBeatsDeps {
  readonly connection: NatsConnection;
  readonly presence: Presence;
  readonly stations: Stations;
  readonly clock: Clock;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Takes the beats of all stations, which make their presence, and keeps the newest of each in the database. */
export class StationBeats {
  readonly #deps: StationBeatsDeps;
  /** Stations whose newest beat is not in the database yet. */
  readonly #unkept = new Set<string>();
  readonly #cancel: () => void;

  constructor(deps: StationBeatsDeps) {
    this.#deps = deps;
    const { clock, connection, presence } = deps;
    connection.subscribe(SUBJECTS.beat('*'), {
      callback: (error, { data, subject }) => {
        if (error === null) this.#take(sidOfSubject(subject) ?? '', data);
      },
    });
    presence.onChange((changed, before) => this.#changed(changed, before));
    this.#cancel = every(clock, KEEP_EVERY_S * US_PER_S, () => void this.#keep());
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#keep();
  }

  #take(sid: string, data: Uint8Array): void {
    const { log, nowMs, presence, stations } = this.#deps;
    const station = stations.get(sid);
    if (station === undefined || station.revokedMs !== undefined) return;
    const read = readMessage(Beat, data);
    if (read.ok) presence.beat(sid, read.value, nowMs());
    else log.warn({ sid, fault: read.message }, 'a beat is malformed');
  }

  #changed({ sid, state }: StationPresence, before: StationPresence['state']): void {
    const { log, stations } = this.#deps;
    this.#unkept.add(sid);
    if (state !== before) log.info({ sid, name: stations.get(sid)?.name, state }, 'station');
  }

  async #keep(): Promise<void> {
    const { log, presence, stations } = this.#deps;
    try {
      const beats = [...this.#unkept].slice(0, KEPT_AT_ONCE).flatMap((sid) => {
        const { beat, heardMs: seenMs } = presence.of(sid) ?? {};
        this.#unkept.delete(sid);
        return beat === undefined || seenMs === undefined ? [] : [{ sid, beat, seenMs }];
      });
      if (beats.length > 0) await stations.keepBeats(beats);
    } catch (error) {
      log.warn({ err: error }, 'the newest beats could not be kept');
    }
  }
}
