import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { type OnBug, rethrow } from '@kitestring/base/containment.ts';
import { TimerQueue } from '@kitestring/base/timer-queue.ts';
import type { SimulatedAircraft } from './simulated-aircraft.ts';
import { SimulationFault, type SimulationFaultCode } from './simulation-fault.ts';
import { brokenVariable, isMotionSound, isStateSound } from './state-watch.ts';

/**
 * Station time while the aircraft is simulated: it advances by simulation steps only. Order within a step: physics,
 * then the sample if one is due, then the timers that are due. A timer between two steps fires at the later one.
 *
 * Safety: an exception in a callback ends that callback only, provided `onBug` receives it; it must never stop a
 * flight.
 */
export class SimulationClock implements Clock {
  readonly #aircraft: SimulatedAircraft;
  readonly #onBug: OnBug;
  readonly #timers = new TimerQueue();
  readonly #faultListeners = new Set<(fault: SimulationFault) => void>();
  #fault: SimulationFault | undefined;
  #isAdvancing = false;

  /** @param onBug receives what callbacks throw; absent: the clock stops for good, for tests of a bare simulator */
  constructor(aircraft: SimulatedAircraft, onBug: OnBug = rethrow) {
    this.#aircraft = aircraft;
    this.#onBug = onBug;
  }

  nowUs(): number {
    return this.#aircraft.timeUs;
  }

  /** Smallest step of this clock, microseconds. */
  get stepUs(): number {
    return this.#aircraft.stepUs;
  }

  /** Time of the next sample or timer, microseconds. */
  get nextEventUs(): number {
    return Math.min(this.nowUs() + this.#aircraft.stepsToSample * this.stepUs, this.#timers.nextUs);
  }

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    return this.#timers.schedule(atUs, callback);
  }

  /**
   * Call before the state of an earlier or later time is restored: what the process waits for comes as long after the jump as it
   * would have come without. Timers that are part of the state are restored with it.
   */
  jumpTo(timeUs: number): void {
    this.#timers.moveBy(timeUs - this.nowUs());
  }

  /** Why the clock has stopped for good; undefined while it works. */
  get fault(): SimulationFault | undefined {
    return this.#fault;
  }

  /** Calls back when the clock stops for good. */
  onFault(listener: (fault: SimulationFault) => void): Cancel {
    this.#faultListeners.add(listener);
    return () => this.#faultListeners.delete(listener);
  }

  /**
   * Advances by this many seconds, in whole steps.
   * @throws SimulationFault once and for all when the simulation breaks on the way
   */
  advance(seconds: number): void {
    this.advanceTo(this.nowUs() + Math.round(seconds * 1e6));
  }

  /** Advances to the last step that is not after `timeUs`. @throws SimulationFault as `advance` does */
  advanceTo(timeUs: number): void {
    this.runSteps(Math.floor((timeUs - this.nowUs()) / this.#aircraft.stepUs));
  }

  /** @throws SimulationFault as `advance` does; Error when called from inside a callback of this clock */
  runSteps(count: number): void {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#isAdvancing) throw new Error('the simulation clock can not be advanced from inside its own callbacks');
    this.#isAdvancing = true;
    try {
      for (let left = count; left > 0; ) left -= this.#runToNextEvent(left);
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** Steps to the next sample or timer. @returns the number of steps taken */
  #runToNextEvent(most: number): number {
    const aircraft = this.#aircraft;
    const stepsToSample = aircraft.stepsToSample;
    const count = Math.min(most, stepsToSample, this.#stepsToTimer());
    this.#runPhysics(count);
    if (count === stepsToSample) this.#deliverSample();
    this.#runTimers();
    return count;
  }

  #stepsToTimer(): number {
    return Math.max(1, Math.ceil((this.#timers.nextUs - this.nowUs()) / this.#aircraft.stepUs));
  }

  #runPhysics(count: number): void {
    const { simulation } = this.#aircraft;
    try {
      for (let index = 0; index < count; index += 1) {
        simulation.step();
        if (!isMotionSound(simulation)) break;
      }
    } catch (cause) {
      this.#stop('STEP_FAILED', `a step of the simulation threw: ${String(cause)}`, cause);
    }
    if (!isMotionSound(simulation)) this.#stopBroken();
  }

  #deliverSample(): void {
    if (!isStateSound(this.#aircraft.simulation)) this.#stopBroken();
    try {
      this.#aircraft.deliverSample(this.#onBug);
    } catch (cause) {
      this.#stop('STATION_FAILED', `a listener of samples threw: ${String(cause)}`, cause);
    }
  }

  #runTimers(): void {
    try {
      this.#timers.runDue(this.nowUs(), this.#onBug);
    } catch (cause) {
      this.#stop('STATION_FAILED', `a scheduled call threw: ${String(cause)}`, cause);
    }
  }

  #stopBroken(): never {
    const name = brokenVariable(this.#aircraft.simulation) ?? 'the motion';
    this.#stop('STATE_BROKEN', `a state variable is no longer a finite number: ${name}`);
  }

  #stop(code: SimulationFaultCode, diagnosis: string, cause?: unknown): never {
    const fault = new SimulationFault(code, diagnosis, this.nowUs(), cause);
    this.#fault = fault;
    for (const listener of this.#faultListeners) listener(fault);
    throw fault;
  }
}
