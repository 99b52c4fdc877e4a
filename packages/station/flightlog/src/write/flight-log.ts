import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { FlightLogSettings } from '@kitestring/settings/records-settings.ts';
import type { AnsweredRequest } from '@kitestring/station-contract/answered-request.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import { CHANNELS_WITHOUT_PACKETS } from '../channels/channels.ts';
import { SessionCount } from '../channels/session-count.ts';
import { MessageRecords } from '../encode/message-records.ts';
import { wholeMessages } from '../mcap/chunk-record.ts';
import type { Facts } from '../mcap/file-head.ts';
import { ZSTD } from '../zstd-codec.ts';
import { freeLogPath, recoverLog, removeOldLogs, unfinishedLogs } from './flight-folder.ts';
import { FlightLogWriter, type OpenPiece, type SimulatedSources } from './flight-log-writer.ts';
import { LinkPackets, type LoggedLink } from './link-packets.ts';
import { LogFile } from './log-file.ts';

/** Five times a second: a gust lasts seconds, and a tether swings about once per second. */
const TICK_US = 200_000;
/** Slowly changing values, and values with finer data in the telemetry, are written at every fifth tick. */
const SLOW_EVERY = 5;
/** Time before a flight that its log contains, at least once and at most twice: it may show a cause. */
const BEFORE_S = 10;
/** Time after a flight until its log ends: includes the closing lids, and the reset after a safety landing. */
const AFTER_S: Readonly<Partial<Record<FlightStateName, number>>> = {
  StandBy: 25,
  // A link that recovers within this time continues the same flight.
  Unknown: 60,
};
/** Half a minute of flight: larger chunks save a few percent, smaller ones cost more. */
const CHUNK_BYTES = 256 * 1024;
/** Maximum loss by a kill, real time. */
const SAVE_EVERY_S = 1;

export interface FlightLogDeps {
  /** Station time; continues while the computer of the station restarts. */
  readonly clock: Clock;
  readonly simulated: SimulatedSources | undefined;
  /** Its packets are recorded; absent with a simulated aircraft. */
  readonly link?: LoggedLink | undefined;
  readonly settings: FlightLogSettings;
  /** Folder of the logs; created with the first one. */
  readonly folder: string;
  /** Facts about this station; written to each log. */
  readonly facts: Facts;
  /** Real time, for the interval of disk writes. */
  readonly realTimeClock: Clock;
  readonly log: Log;
  /** Called with the file name of each log that was removed for its limits. */
  readonly onRemoved?: (name: string) => void;
}

interface Attached {
  readonly station: Station;
  readonly writer: FlightLogWriter;
}

/**
 * Records every flight to a separate file: from some seconds before take-off until some seconds after landing. A
 * flight never waits for it and never ends by its faults.
 */
export class FlightLog {
  readonly #deps: FlightLogDeps;
  readonly #sessions = new SessionCount();
  readonly #piece: OpenPiece = { records: new MessageRecords() };
  readonly #packets = new LinkPackets();
  readonly #ticks: WakeUp;
  readonly #cancels: readonly Cancel[];
  readonly #recovered: Promise<void>;
  #attached: Attached | undefined;
  /** Between flights: the messages of the last complete `BEFORE_S`, and the start of the piece after it. */
  #before = new MessageRecords();
  #beforeUs: number | undefined;
  #file: LogFile | undefined;
  #isRequested = false;
  /** The state is that of a snapshot, and the Kite has not been on the ground since. */
  #isRestored = false;
  #savedBytes = 0;
  #tick = 0;
  #state: FlightStateName = 'Unknown';
  #overUs: number | undefined;
  #lastFinished: string | undefined;
  #finishing: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  constructor(deps: FlightLogDeps) {
    const { clock, link, realTimeClock } = deps;
    this.#deps = deps;
    // Before a new log starts: that one would look unfinished, too.
    this.#recovered = this.#recover(this.#unfinished());
    this.#ticks = WakeUp.every(clock, TICK_US, () => this.#do((attached) => this.#onTick(attached)));
    this.#cancels = [
      every(realTimeClock, SAVE_EVERY_S * US_PER_S, () => this.#do(() => this.#saveTail())),
      ...(link === undefined ? [] : [link.onPacket((packet, direction) => this.#onPacket(packet, direction))]),
    ];
  }

  /** Follows a station until the returned function is called. A log in progress continues with the next station. */
  attach(station: Station): Cancel {
    const { simulated } = this.#deps;
    const writer = new FlightLogWriter({ station, simulated, sessions: this.#sessions, piece: this.#piece });
    const attached = { station, writer };
    this.#attached = attached;
    this.#do(() => {
      this.#follow(attached);
      if (this.#file !== undefined) writer.everything();
    });
    const cancels = [
      station.aircraft.onSample((sample) => this.#onSample(sample, attached)),
      station.notifications.onEvent((notification) => this.#do(() => writer.notification(notification))),
      station.handoff.onChange(() => this.#do(() => writer.handoff())),
      station.incident.onChange(() => this.#do(() => writer.incident())),
      station.checklist.onChange(() => this.#do(() => writer.checklist())),
      station.signatures.onSignature((signature) => this.#do(() => writer.signature(signature))),
    ];
    return () => {
      for (const cancel of cancels) cancel();
      if (this.#attached === attached) this.#attached = undefined;
    };
  }

  /** Final name of the log in progress. */
  get current(): string | undefined {
    return this.#file?.path;
  }

  /** The last log completed since the start. */
  get lastFinished(): string | undefined {
    return this.#lastFinished;
  }

  /** Resolves when logs left unfinished by a kill have been repaired. */
  get recovered(): Promise<void> {
    return this.#recovered;
  }

  /** Starts a log at this path, independent of flights; it ends only with `finish`. A log in progress ends first. */
  startNow(path: string): void {
    this.#guarded(() => {
      if (this.#file !== undefined) this.#end('another log was asked for');
      this.#begin(path, 'requested');
      this.#isRequested = true;
    });
  }

  /** Ends the log in progress. @returns its path when complete; undefined when there was none, or it failed */
  async finish(reason = 'requested'): Promise<string | undefined> {
    const path = this.current;
    this.#guarded(() => this.#end(reason));
    await this.#finishing;
    return path === this.#lastFinished ? path : undefined;
  }

  /** Resolves when everything written so far is on the disk: for callers that run faster than real time. */
  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  /** Resolves when the log in progress can be read on the disk up to now. */
  async settle(): Promise<void> {
    this.#guarded(() => this.#saveTail());
    await this.flush();
  }

  /** Records a command and its response. */
  command(command: AnsweredRequest): void {
    this.#do((attached) => {
      // States changed by the command precede it in the log.
      this.#follow(attached);
      attached.writer.command(command);
    });
  }

  /** Ends the log in progress, and starts over at a station time that may be earlier. */
  startOver(reason: string): void {
    this.#guarded(() => this.#end(reason));
    this.#isRestored = true;
    // New ones: message times within a piece never go back.
    this.#before = new MessageRecords();
    this.#piece.records = new MessageRecords();
    this.#beforeUs = undefined;
    this.#overUs = undefined;
    this.#state = 'Unknown';
    this.#ticks.at(this.#nowUs + TICK_US);
  }

  /** Cancels all timers, and completes the log in progress. */
  async stop(reason = 'the station stopped'): Promise<void> {
    this.#ticks.cancel();
    for (const cancel of this.#cancels) cancel();
    await this.finish(reason);
    await this.#recovered;
  }

  /** The station has processed the sample before: it registered first. */
  #onSample(sample: AircraftSample, attached: Attached): void {
    attached.writer.accept(sample);
    if (attached.station.flight.phase.state !== this.#state) this.#do(() => this.#follow(attached));
  }

  #onPacket(packet: Uint8Array, direction: 'In' | 'Out'): void {
    this.#do(() => this.#packets.write(this.#piece.records, this.#nowUs, packet, direction));
  }

  #onTick(attached: Attached): void {
    const { writer } = attached;
    this.#tick += 1;
    this.#packets.tick();
    // Without samples the phase changes, too.
    this.#follow(attached);
    writer.measurements();
    writer.hazards();
    writer.faults();
    if (this.#tick % SLOW_EVERY === 0) {
      writer.states();
      writer.locations();
    }
    if (this.#file === undefined) this.#forgetOld(writer);
    else this.#writeChunk(CHUNK_BYTES);
    this.#endIfOver();
  }

  #follow({ writer, station }: Attached): void {
    const { state } = station.flight.phase;
    if (state === this.#state) return;
    this.#state = state;
    writer.flightState();
    const afterS = AFTER_S[state];
    if (state === 'StandBy') this.#isRestored = false;
    this.#overUs = afterS === undefined ? undefined : this.#nowUs + afterS * US_PER_S;
    if (this.#overUs !== undefined || this.#file !== undefined || !this.#deps.settings.isOn) return;
    const reason =
      state === 'TakingOff' ? 'take-off' : this.#isRestored ? 'in the air, restored from a snapshot' : 'in the air';
    this.#begin(freeLogPath(this.#deps.folder, this.#nowUs), reason);
  }

  #endIfOver(): void {
    if (this.#isRequested || this.#overUs === undefined || this.#nowUs < this.#overUs) return;
    this.#end(this.#state === 'StandBy' ? 'landed' : 'no data from the Kite');
  }

  #begin(path: string, reason: string): void {
    const { facts, link, log } = this.#deps;
    const { gps } = this.#attached?.writer.sample?.groundStation ?? {};
    const site = gps && `${gps.latDeg.toFixed(5)},${gps.lonDeg.toFixed(5)}`;
    this.#file = new LogFile({
      path,
      codec: ZSTD,
      ...(link === undefined && { channels: CHANNELS_WITHOUT_PACKETS }),
      facts: {
        ...facts,
        start_time: formatTimestamp(this.#nowUs),
        start_reason: reason,
        ...(site !== undefined && { site }),
      },
      onFault: (fault) => this.#onFault(fault, path),
    });
    this.#savedBytes = 0;
    this.#packets.takeLost();
    const { count } = this.#before;
    if (count > 0) this.#file.addChunk(this.#before.take(), count);
    // Without earlier messages the log starts with the present states.
    if (this.#beforeUs === undefined) this.#attached?.writer.everything();
    log.info({ path, reason }, 'a flight log begins');
  }

  #end(reason: string): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#writeChunk(1);
    this.#file = undefined;
    this.#isRequested = false;
    this.#beforeUs = undefined;
    this.#completeNext(file, reason);
  }

  /** One after the other: the last one completed is the one that ended last. */
  #completeNext(file: LogFile, reason: string): void {
    const packets = this.#deps.link === undefined ? {} : { packets_lost: String(this.#packets.takeLost()) };
    this.#finishing = this.#finishing.then(() => this.#complete(file, { reason, ...packets }));
  }

  async #complete(file: LogFile, { reason, ...packets }: Facts): Promise<void> {
    const { folder, log, onRemoved, settings } = this.#deps;
    await file.finish({ reason: reason ?? '', messages_lost: String(file.dropped), ...packets });
    if (file.hasFailed) return;
    this.#lastFinished = file.path;
    if (file.dropped > 0)
      log.error({ path: file.path, messages: file.dropped }, 'the disk was too slow for a flight log');
    log.info({ path: file.path, reason }, 'a flight log is complete');
    this.#attached?.station.notifications.clear('FLIGHT_LOG_FAILED');
    try {
      const removed = await removeOldLogs(folder, settings);
      if (removed.length > 0) log.info({ removed }, 'the oldest flight logs were removed');
      for (const name of removed) onRemoved?.(name);
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

  /** Keeps two pieces of `BEFORE_S` each, and starts a new one with the present states. */
  #forgetOld(writer: FlightLogWriter): void {
    const nowUs = this.#nowUs;
    if (this.#beforeUs !== undefined && nowUs - this.#beforeUs < BEFORE_S * US_PER_S) return;
    this.#beforeUs = nowUs;
    const old = this.#before;
    old.clear();
    this.#before = this.#piece.records;
    this.#piece.records = old;
    writer.everything();
  }

  #onFault(fault: unknown, path: string): void {
    this.#deps.log.error({ err: fault, path }, 'a flight log cannot be written; the flight continues without it');
    this.#attached?.station.notifications.raise('FLIGHT_LOG_FAILED', { reason: reasonOf(fault) });
  }

  #unfinished(): readonly string[] {
    try {
      return unfinishedLogs(this.#deps.folder);
    } catch (fault) {
      this.#deps.log.error({ err: fault, folder: this.#deps.folder }, 'the folder of the flight logs cannot be read');
      return [];
    }
  }

  async #recover(paths: readonly string[]): Promise<void> {
    const { log } = this.#deps;
    for (const path of paths) {
      try {
        const messages = await recoverLog(path);
        log.warn({ path, messages }, 'a flight log that was not finished has been recovered');
      } catch (fault) {
        log.error({ err: fault, path }, 'a flight log that was not finished cannot be recovered');
      }
    }
  }

  /** Runs `work` while a station is attached and a log or buffer is active. */
  #do(work: (attached: Attached) => void): void {
    const attached = this.#attached;
    if (attached === undefined || this.#isBroken || !(this.#deps.settings.isOn || this.#file !== undefined)) return;
    this.#guarded(() => work(attached));
  }

  /** Safety: any fault here is logged, ends the recording, and never reaches the flight. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (bug) {
      this.#isBroken = true;
      this.#onFault(bug, this.#deps.folder);
      this.#breakOff();
    }
  }

  /** Ends the log with its complete messages: the one that failed may be incomplete. */
  #breakOff(): void {
    const file = this.#file;
    this.#file = undefined;
    const { records } = this.#piece;
    const { count } = records;
    const whole = wholeMessages(records.take());
    if (file === undefined) return;
    if (whole.length > 0) file.addChunk(whole, count);
    this.#completeNext(file, 'the recording broke');
  }

  get #nowUs(): number {
    return this.#deps.clock.nowUs();
  }
}

function reasonOf(fault: unknown): string {
  const code = (fault as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? (fault instanceof Error ? fault.message : String(fault));
}
