import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { SessionCount } from '@kitestring/flightlog/channels/session-count.ts';
import { MessageRecords } from '@kitestring/flightlog/encode/message-records.ts';
import { wholeMessages } from '@kitestring/flightlog/mcap/chunk-record.ts';
import type { Facts } from '@kitestring/flightlog/mcap/file-head.ts';
import { ZSTD } from '@kitestring/flightlog/zstd-codec.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Log } from '../http/log.ts';
import type { AnsweredRequest } from '../http/request-watch.ts';
import { freeLogPath, recoverLog, removeOldLogs, unfinishedLogs } from './flight-folder.ts';
import type { FlightLogSettings } from './flight-log-settings.ts';
import { LogFile } from './log-file.ts';
import { type OpenPiece, type SimulatedSources, StationScribe } from './station-scribe.ts';

/** Five times a second: a gust lasts seconds, and a tether swings about once in one. */
const TICK_US = 200_000;
/** What changes slowly, or can be had more finely from the telemetry, is written at each fifth tick. */
const SLOW_EVERY = 5;
/** At least this much from before a flight is in its log, at most twice as much: the cause of it may be there. */
const BEFORE_S = 10;
/** How long a flight must be over until its log ends: the lids close, and the reset after a safety landing is in it. */
const AFTER_S: Readonly<Partial<Record<FlightStateName, number>>> = {
  StandBy: 25,
  // A link that comes back within this time goes on with the same flight.
  Unknown: 60,
};
/** Half a minute of flight: larger chunks save a few percent, smaller ones cost more. */
const CHUNK_BYTES = 256 * 1024;
/** A kill loses at most this much of real time. */
const SAVE_EVERY_S = 1;

export interface FlightLogParts {
  /** Station time; it goes on while the computer of the station restarts. */
  readonly clock: Clock;
  readonly simulated: SimulatedSources | undefined;
  readonly settings: FlightLogSettings;
  /** Folder of the logs; made when the first one begins. */
  readonly folder: string;
  /** What is known about this station; goes into each log. */
  readonly facts: Facts;
  /** Real time, for how often the disk is written to. */
  readonly realTime: Clock;
  readonly log: Log;
}

interface Attached {
  readonly station: Station;
  readonly scribe: StationScribe;
}

/**
 * Records every flight into a file of its own: from some seconds before the take-off until some seconds after the
 * landing. A flight never waits for it and never ends by a fault of it.
 */
export class FlightLog {
  readonly #parts: FlightLogParts;
  readonly #sessions = new SessionCount();
  readonly #piece: OpenPiece = { records: new MessageRecords() };
  readonly #cancels: readonly Cancel[];
  readonly #recovered: Promise<void>;
  #attached: Attached | undefined;
  /** While nothing is recorded: the messages of the last whole `BEFORE_S`, and when the piece after it began. */
  #before = new MessageRecords();
  #beforeUs: number | undefined;
  #file: LogFile | undefined;
  #isRequested = false;
  #savedBytes = 0;
  #tick = 0;
  #state: FlightStateName = 'Unknown';
  #overUs: number | undefined;
  #lastFinished: string | undefined;
  #finishing: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  constructor(parts: FlightLogParts) {
    const { clock, realTime } = parts;
    this.#parts = parts;
    // Before a new log begins: that one would look unfinished, too.
    this.#recovered = this.#recover(this.#unfinished());
    this.#cancels = [
      every(clock, TICK_US, () => this.#do((attached) => this.#onTick(attached))),
      every(realTime, SAVE_EVERY_S * US_PER_S, () => this.#do(() => this.#saveTail())),
    ];
  }

  /** Follows a station until it is let go of. A log that is being written goes on when the next one comes. */
  attach(station: Station): Cancel {
    const { simulated } = this.#parts;
    const scribe = new StationScribe({ station, simulated, sessions: this.#sessions, piece: this.#piece });
    const attached = { station, scribe };
    this.#attached = attached;
    this.#do(() => {
      this.#follow(attached);
      if (this.#file !== undefined) scribe.everything();
    });
    const cancels = [
      station.aircraft.onSample((sample) => this.#onSample(sample, attached)),
      station.notifications.onEvent((notification) => this.#do(() => scribe.notification(notification))),
      station.handoff.onChange(() => this.#do(() => scribe.handoff())),
    ];
    return () => {
      for (const cancel of cancels) cancel();
      if (this.#attached === attached) this.#attached = undefined;
    };
  }

  /** The log that is being written, by the name that it will have. */
  get current(): string | undefined {
    return this.#file?.path;
  }

  /** The last log that was completed since the start. */
  get lastFinished(): string | undefined {
    return this.#lastFinished;
  }

  /** Kept when the logs that a kill left unfinished are whole again. */
  get recovered(): Promise<void> {
    return this.#recovered;
  }

  /** Begins a log now, whatever the Kite does, at this path; it ends with `finish` only. One that is being written ends first. */
  startNow(path: string): void {
    this.#guarded(() => {
      if (this.#file !== undefined) this.#end('another log was asked for');
      this.#begin(path, 'requested');
      this.#isRequested = true;
    });
  }

  /** Ends the log that is being written. @returns its path when it is whole; undefined when there was none, or it failed */
  async finish(reason = 'requested'): Promise<string | undefined> {
    const path = this.current;
    this.#guarded(() => this.#end(reason));
    await this.#finishing;
    return path === this.#lastFinished ? path : undefined;
  }

  /** Kept when the disk has everything that was written so far: whoever runs faster than real time waits for it now and then. */
  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  /** Takes note of a command that was answered. */
  command(command: AnsweredRequest): void {
    this.#do((attached) => {
      // What it has changed was so before it was answered.
      this.#follow(attached);
      attached.scribe.command(command);
    });
  }

  /** Lets go of the clocks, and completes the log that is being written. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.finish('the station stopped');
    await this.#recovered;
  }

  /** The station has taken it in before: it listens for longer. */
  #onSample(sample: AircraftSample, attached: Attached): void {
    attached.scribe.accept(sample);
    if (attached.station.flight.phase.state !== this.#state) this.#do(() => this.#follow(attached));
  }

  #onTick(attached: Attached): void {
    const { scribe } = attached;
    this.#tick += 1;
    // Where no sample comes the phase changes all the same.
    this.#follow(attached);
    scribe.measurements();
    scribe.hazards();
    scribe.faults();
    if (this.#tick % SLOW_EVERY === 0) {
      scribe.states();
      scribe.locations();
    }
    if (this.#file === undefined) this.#forgetOld(scribe);
    else this.#writeChunk(CHUNK_BYTES);
    this.#endIfOver();
  }

  #follow({ scribe, station }: Attached): void {
    const { state } = station.flight.phase;
    if (state === this.#state) return;
    this.#state = state;
    scribe.flightState();
    const afterS = AFTER_S[state];
    this.#overUs = afterS === undefined ? undefined : this.#nowUs + afterS * US_PER_S;
    if (this.#overUs !== undefined || this.#file !== undefined || !this.#parts.settings.isOn) return;
    this.#begin(freeLogPath(this.#parts.folder, this.#nowUs), state === 'TakingOff' ? 'take-off' : 'in the air');
  }

  #endIfOver(): void {
    if (this.#isRequested || this.#overUs === undefined || this.#nowUs < this.#overUs) return;
    this.#end(this.#state === 'StandBy' ? 'landed' : 'no data from the Kite');
  }

  #begin(path: string, reason: string): void {
    const { facts, log } = this.#parts;
    const { gps } = this.#attached?.scribe.sample?.groundStation ?? {};
    const site = gps && `${gps.latDeg.toFixed(5)},${gps.lonDeg.toFixed(5)}`;
    this.#file = new LogFile({
      path,
      codec: ZSTD,
      facts: {
        ...facts,
        start_time: formatTimestamp(this.#nowUs),
        start_reason: reason,
        ...(site !== undefined && { site }),
      },
      onFault: (fault) => this.#onFault(fault, path),
    });
    this.#savedBytes = 0;
    const { count } = this.#before;
    if (count > 0) this.#file.addChunk(this.#before.take(), count);
    // Without anything from before it begins with the states as they are.
    if (this.#beforeUs === undefined) this.#attached?.scribe.everything();
    log.info({ path, reason }, 'a flight log begins');
  }

  #end(reason: string): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#writeChunk(1);
    this.#file = undefined;
    this.#isRequested = false;
    this.#beforeUs = undefined;
    this.#finishing = Promise.all([this.#finishing, this.#complete(file, reason)]);
  }

  async #complete(file: LogFile, reason: string): Promise<void> {
    const { folder, log, settings } = this.#parts;
    await file.finish({ reason, messages_lost: String(file.dropped) });
    if (file.hasFailed) return;
    this.#lastFinished = file.path;
    if (file.dropped > 0)
      log.error({ path: file.path, messages: file.dropped }, 'the disk was too slow for a flight log');
    log.info({ path: file.path, reason }, 'a flight log is complete');
    this.#attached?.station.notifications.clear('FLIGHT_LOG_FAILED');
    try {
      const removed = await removeOldLogs(folder, settings);
      if (removed.length > 0) log.info({ removed }, 'the oldest flight logs were removed');
    } catch (fault) {
      log.error({ err: fault, folder }, 'old flight logs cannot be removed');
    }
  }

  #writeChunk(minBytes: number): void {
    const { records } = this.#piece;
    if (records.byteLength < minBytes) return;
    const { count } = records;
    this.#file?.addChunk(records.take(), count);
    this.#savedBytes = 0;
  }

  #saveTail(): void {
    const { out } = this.#piece.records;
    if (this.#file === undefined || out.length === this.#savedBytes) return;
    if (this.#file.saveTail(out.view(this.#savedBytes).slice())) this.#savedBytes = out.length;
  }

  /** Keeps two pieces of `BEFORE_S` each, and begins a new one with the states as they are. */
  #forgetOld(scribe: StationScribe): void {
    const nowUs = this.#nowUs;
    if (this.#beforeUs !== undefined && nowUs - this.#beforeUs < BEFORE_S * US_PER_S) return;
    this.#beforeUs = nowUs;
    const old = this.#before;
    old.clear();
    this.#before = this.#piece.records;
    this.#piece.records = old;
    scribe.everything();
  }

  #onFault(fault: unknown, path: string): void {
    this.#parts.log.error({ err: fault, path }, 'a flight log cannot be written; the flight goes on without it');
    this.#attached?.station.notifications.raise('FLIGHT_LOG_FAILED', { reason: reasonOf(fault) });
  }

  #unfinished(): readonly string[] {
    try {
      return unfinishedLogs(this.#parts.folder);
    } catch (fault) {
      this.#parts.log.error({ err: fault, folder: this.#parts.folder }, 'the flight logs cannot be looked at');
      return [];
    }
  }

  async #recover(paths: readonly string[]): Promise<void> {
    const { log } = this.#parts;
    for (const path of paths) {
      try {
        const messages = await recoverLog(path);
        log.warn({ path, messages }, 'a flight log that was not finished has been recovered');
      } catch (fault) {
        log.error({ err: fault, path }, 'a flight log that was not finished cannot be recovered');
      }
    }
  }

  /** Does `work` while there is a station to follow and something to write for. */
  #do(work: (attached: Attached) => void): void {
    const attached = this.#attached;
    if (attached === undefined || this.#isBroken || !(this.#parts.settings.isOn || this.#file !== undefined)) return;
    this.#guarded(() => work(attached));
  }

  /** Safety: whatever goes wrong here is said, and ends the recording, and never reaches the flight. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (bug) {
      this.#isBroken = true;
      this.#onFault(bug, this.#parts.folder);
      this.#breakOff();
    }
  }

  /** Ends the log with what is whole of it: the message that broke may be half written. */
  #breakOff(): void {
    const file = this.#file;
    this.#file = undefined;
    const { records } = this.#piece;
    const { count } = records;
    const whole = wholeMessages(records.take());
    if (file === undefined) return;
    if (whole.length > 0) file.addChunk(whole, count);
    this.#finishing = Promise.all([this.#finishing, this.#complete(file, 'the recording broke')]);
  }

  get #nowUs(): number {
    return this.#parts.clock.nowUs();
  }
}

function reasonOf(fault: unknown): string {
  const code = (fault as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? (fault instanceof Error ? fault.message : String(fault));
}
