import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AircraftSample, KiteSample } from '@kitestring/station-core/ports';
import type { RandomStream } from '../noise/rng.ts';
import { type TetherEnd, WHOLE_TETHER } from '../tether/tether-end.ts';
import type { KiteCommand } from './kite-command.ts';

/** Downlink message of the Kite: its own data and the camera's, or the fact that there are none. */
export interface KiteReport extends Pick<AircraftSample, 'kiteUs' | 'camera' | 'payload'> {
  readonly kite: KiteSample;
}

/** Maximum number of packets in transit: 5 s of samples and answers, with a margin. Beyond it the newest are lost. */
const MAX_ON_THE_WAY = 256;

interface Packet<T> {
  readonly dueStep: number;
  readonly content: T;
}

/**
 * Data link through the tether, between Ground Station and Kite. A good link is immediate and lossless; a degraded one
 * delays and loses in both directions. The Kite measures the silence of the link by the answers to its heartbeats.
 */
export class DataLink {
  readonly #random: RandomStream;
  readonly #end: TetherEnd;
  readonly #reports: Packet<KiteReport>[] = [];
  readonly #commands: Packet<KiteCommand>[] = [];
  readonly #answers: number[] = [];
  #heardStep = 0;
  #reportedStep = 0;
  /** Executes a command that has arrived. */
  carryOut: (command: KiteCommand) => void = () => {};
  /** No downlink; the uplink works. */
  isDownlinkLost = false;
  /** Delay in each direction, steps. */
  latencySteps = 0;
  /** Packet loss in each direction, as a share. */
  lossShare = 0;

  constructor(random: RandomStream, end: TetherEnd = WHOLE_TETHER) {
    this.#random = random;
    this.#end = end;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#heardStep, this.#reportedStep] = archive.all(this.#heardStep, this.#reportedStep);
    archive.list(this.#reports);
    archive.list(this.#commands);
    archive.list(this.#answers);
    archive.in(this.#random);
  }

  /** One heartbeat of the Kite: down, and its answer up. */
  beat(step: number): void {
    for (let due = this.#answers[0]; due !== undefined && due <= step; due = this.#answers[0]) {
      this.#answers.shift();
      this.#heardStep = step;
    }
    if (!this.#arrives(this.#end.isCut || this.isDownlinkLost)) return;
    this.#reportedStep = step;
    if (!this.#arrives(false)) return;
    if (this.latencySteps === 0) this.#heardStep = step;
    else if (this.#answers.length < MAX_ON_THE_WAY) this.#answers.push(step + 2 * this.latencySteps);
  }

  /** Steps since the Kite last heard the Ground Station. */
  silentSteps(step: number): number {
    return step - this.#heardStep;
  }

  /** Steps since the last downlink message of the Kite. */
  unheardSteps(step: number): number {
    return step - this.#reportedStep;
  }

  /** Resets both ends. */
  restart(step: number): void {
    this.#heardStep = step;
    this.#reports.length = 0;
    this.#commands.length = 0;
    this.#answers.length = 0;
  }

  /**
   * Sends the Kite's data, if there are any. Called once per sample.
   * @returns the newest data that have arrived since the last call
   */
  carryDown(report: KiteReport | undefined, step: number): KiteReport | undefined {
    // A report from before must not arrive after the repair, when the Kite is elsewhere.
    if (this.#end.isCut) this.#reports.length = 0;
    if (this.#end.isCut) return undefined;
    if (report === undefined || !this.#arrives(this.isDownlinkLost)) return this.#newestReport(step);
    if (this.latencySteps === 0) {
      // Older data still in transit are overtaken.
      this.#reports.length = 0;
      return report;
    }
    if (this.#reports.length < MAX_ON_THE_WAY) {
      this.#reports.push({ dueStep: step + this.latencySteps, content: report });
    }
    return this.#newestReport(step);
  }

  /** Sends a command up: executed on arrival, at once over a good link. */
  carryUp(command: KiteCommand, step: number): void {
    if (!this.#arrives(this.#end.isCut)) return;
    const last = this.#commands.at(-1);
    if (this.latencySteps === 0 && last === undefined) {
      this.carryOut(command);
      return;
    }
    if (this.#commands.length >= MAX_ON_THE_WAY) return;
    // Commands never overtake each other, also when the delay gets shorter.
    this.#commands.push({ dueStep: Math.max(step + this.latencySteps, last?.dueStep ?? 0), content: command });
  }

  /** Called at every step: executes the commands that have arrived at the Kite. */
  deliver(step: number): void {
    for (let head = this.#commands[0]; head !== undefined && head.dueStep <= step; head = this.#commands[0]) {
      this.#commands.shift();
      if (!this.#end.isCut) this.carryOut(head.content);
    }
  }

  /** Draws a random number only where loss is possible, so that a good link leaves the stream unchanged. */
  #arrives(isSurelyLost: boolean): boolean {
    return !isSurelyLost && (this.lossShare === 0 || this.#random.uniform() >= this.lossShare);
  }

  #newestReport(step: number): KiteReport | undefined {
    let newest: KiteReport | undefined;
    for (let head = this.#reports[0]; head !== undefined && head.dueStep <= step; head = this.#reports[0]) {
      newest = head.content;
      this.#reports.shift();
    }
    return newest;
  }
}
