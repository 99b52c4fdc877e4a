import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** The winch: a spool with a motor that follows a commanded speed, and an encoder. */
export class Winch {
  readonly #make: SimulatorParameters['winch'];
  #followShare = 0.5;
  #mostChangeMps = 0.5;
  #stepS = 0.5;
  readonly #encoderScale: number;
  readonly #encoderStepM: number;
  readonly #spoolM: number;
  /** Length paid out, unloaded, metres. */
  lengthM = 0;
  /** Positive pays out, m/s. */
  speedMps = 0;
  commandMps = 0;
  /** The spool is blocked. */
  isStuck = false;
  /** Unpowered: the brake holds. */
  isPowered = true;

  /** @param layerError of this encoder, as a share of the length: winding of the layers on the spool */
  constructor(parameters: SimulatorParameters, layerError: number, stepS: number) {
    const { winch, tether } = parameters;
    this.#make = winch;
    this.#encoderScale = 1 + layerError;
    this.#encoderStepM = winch.encoderStepM;
    this.#spoolM = tether.spoolM;
    this.retime(stepS);
  }

  /** Steps have this length from now on. */
  retime(stepS: number): void {
    this.#followShare = lagShare(stepS, this.#make.lagS);
    this.#mostChangeMps = this.#make.accelerationMps2 * stepS;
    this.#stepS = stepS;
  }

  /** Length paid out by the encoder, metres. */
  get measuredM(): number {
    const lengthM = this.lengthM * this.#encoderScale;
    const step = this.#encoderStepM;
    return step === 0 ? lengthM : Math.round(lengthM / step) * step;
  }

  step(): void {
    if (this.isStuck || !this.isPowered) {
      this.speedMps = 0;
      return;
    }
    const { maxSpeedMps } = this.#make;
    const wanted = Math.max(-maxSpeedMps, Math.min(maxSpeedMps, this.commandMps));
    const change = this.#followShare * (wanted - this.speedMps);
    this.speedMps += Math.max(-this.#mostChangeMps, Math.min(this.#mostChangeMps, change));
    this.lengthM += this.speedMps * this.#stepS;
    if (this.lengthM < 0) this.#stopAt(0);
    else if (this.lengthM > this.#spoolM) this.#stopAt(this.#spoolM);
  }

  /**
   * The clutch slips: releases this length. Not with a blocked spool, nor beyond the total length.
   * @returns true when it did
   */
  slip(lengthM: number): boolean {
    if (this.isStuck || this.lengthM >= this.#spoolM) return false;
    this.lengthM = Math.min(this.#spoolM, this.lengthM + lengthM);
    return true;
  }

  /** The Kite is in its cradle, the whole tether on the spool. */
  windUp(): void {
    this.commandMps = 0;
    this.#stopAt(0);
  }

  #stopAt(lengthM: number): void {
    this.lengthM = lengthM;
    this.speedMps = 0;
  }
}
