import type { AircraftSample, KiteSample } from '@kitestring/station/ports/aircraft.ts';
import type { RandomStream } from '../noise/rng.ts';

/** What the Kite sends: its own data and those of the camera, or that it has none. */
export interface KiteReport extends Pick<AircraftSample, 'camera' | 'payload'> {
  readonly kite: KiteSample;
}

/** Packets that may be on their way at the same time: 5 s of samples and their answers, with room. Of more, the newest are lost. */
const MAX_ON_THE_WAY = 256;

interface Packet<T> {
  readonly dueStep: number;
  readonly content: T;
}

/**
 * The data link through the tether, between Ground Station and Kite. A sound one is immediate and loses nothing; a bad
 * one delays and loses both ways. The Kite counts the answers to its heartbeats and so knows how long the link is silent.
 */
export class DataLink {
  readonly #random: RandomStream;
  readonly #reports: Packet<KiteReport>[] = [];
  readonly #commands: Packet<() => void>[] = [];
  readonly #answers: number[] = [];
  #heardStep = 0;
  #reportedStep = 0;
  /** The tether is cut. */
  isCut = false;
  /** Nothing comes down, commands still go up. */
  isDownlinkLost = false;
  /** Delay each way, steps. */
  latencySteps = 0;
  /** Share of the packets that are lost, each way. */
  lossShare = 0;

  constructor(random: RandomStream) {
    this.#random = random;
  }

  /** One heartbeat of the Kite: down, and its answer up. */
  beat(step: number): void {
    for (let due = this.#answers[0]; due !== undefined && due <= step; due = this.#answers[0]) {
      this.#answers.shift();
      this.#heardStep = step;
    }
    if (!this.#arrives(this.isCut || this.isDownlinkLost)) return;
    this.#reportedStep = step;
    if (!this.#arrives(false)) return;
    if (this.latencySteps === 0) this.#heardStep = step;
    else if (this.#answers.length < MAX_ON_THE_WAY) this.#answers.push(step + 2 * this.latencySteps);
  }

  /** Steps since the Kite heard the Ground Station last. */
  silentSteps(step: number): number {
    return step - this.#heardStep;
  }

  /** Steps since something of the Kite has come down last. */
  unheardSteps(step: number): number {
    return step - this.#reportedStep;
  }

  /** Both ends are connected anew. */
  restart(step: number): void {
    this.#heardStep = step;
    this.#reports.length = 0;
    this.#commands.length = 0;
    this.#answers.length = 0;
  }

  /**
   * The Kite sends its data, if it has any. To be called once per sample.
   * @returns the newest data that have arrived since the last call
   */
  carryDown(report: KiteReport | undefined, step: number): KiteReport | undefined {
    if (this.isCut) return undefined;
    if (report === undefined || !this.#arrives(this.isDownlinkLost)) return this.#newestReport(step);
    if (this.latencySteps === 0) {
      // Older data that are still on the way have been overtaken.
      this.#reports.length = 0;
      return report;
    }
    if (this.#reports.length < MAX_ON_THE_WAY) {
      this.#reports.push({ dueStep: step + this.latencySteps, content: report });
    }
    return this.#newestReport(step);
  }

  /** Sends a command up: it is carried out when it arrives, at once over a sound link. */
  carryUp(command: () => void, step: number): void {
    if (!this.#arrives(this.isCut)) return;
    const last = this.#commands.at(-1);
    if (this.latencySteps === 0 && last === undefined) {
      command();
      return;
    }
    if (this.#commands.length >= MAX_ON_THE_WAY) return;
    // Commands never overtake each other, also when the link gets faster.
    this.#commands.push({ dueStep: Math.max(step + this.latencySteps, last?.dueStep ?? 0), content: command });
  }

  /** At every step: carries out what has arrived at the Kite. */
  deliver(step: number): void {
    for (let head = this.#commands[0]; head !== undefined && head.dueStep <= step; head = this.#commands[0]) {
      this.#commands.shift();
      if (!this.isCut) head.content();
    }
  }

  /** Draws only where something can be lost, so that a sound link leaves the stream alone. */
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
