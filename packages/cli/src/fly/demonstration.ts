import { ApiError } from '@kitestring/client/api-error.ts';
import { ControlHold, ControlLostError } from '@kitestring/client/hold-control.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { SystemInfo } from '@kitestring/station-contract/system/system-info.ts';
import { FlightWatch } from './flight-watch.ts';
import { isAirborne, type Pilot } from './pilot.ts';
import { demonstrationSteps, type FlightPlan, type FlightStep, land, TAKE_OFF_TITLE } from './steps.ts';

type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'left out';

/** A step and its progress. */
export interface StepRecord {
  readonly title: string;
  state: StepState;
  /** Seconds of station time so far. */
  seconds: number;
  note: () => string;
}

/** Where a failure has left the Kite. */
export const WHEREABOUTS = {
  OnTheGround: 'The Kite is on the ground.',
  InTheAir: 'The Kite is still in the air.',
  LandsWhenHeard: 'The Kite is not heard, and may be in the air. It is ordered to land with its first data.',
  Unknown: 'Where the Kite is, is not known: it may be in the air.',
} as const;

export type Whereabouts = keyof typeof WHEREABOUTS;

export interface DemonstrationEvents {
  stepBegan(step: StepRecord): void;
  stepEnded(step: StepRecord): void;
  /** The Kite has no camera that it needs. */
  stepLeftOut(step: StepRecord): void;
  /** Something was refused or failed; the Kite lands if possible. */
  failed(error: unknown): void;
  /** The last event of a flight that failed. */
  ended(whereabouts: Whereabouts): void;
}

const LANDING: FlightStep = { title: 'Land', run: land };

const recordOf = ({ title }: FlightStep): StepRecord => ({ title, state: 'waiting', seconds: 0, note: () => '' });

/** A flight from `StandBy` to `StandBy`. On any failure, and on Ctrl-C, it lands before it ends, if it has control. */
export class Demonstration {
  readonly watch: FlightWatch;
  #records: StepRecord[];
  readonly #client: KitestringClient;
  readonly #planned: readonly { readonly step: FlightStep; readonly record: StepRecord }[];
  readonly #control: ControlHold;
  readonly #events: DemonstrationEvents;

  constructor(client: KitestringClient, info: SystemInfo, plan: FlightPlan, events: DemonstrationEvents) {
    this.#client = client;
    this.#events = events;
    this.#planned = demonstrationSteps(plan).map((step) => ({ step, record: recordOf(step) }));
    this.#records = this.#planned.map(({ record }) => record);
    this.watch = new FlightWatch(client);
    this.#control = new ControlHold(client, operatorOf(info));
  }

  /** The steps and their progress; after a failure, steps that were not started are removed. */
  get records(): readonly StepRecord[] {
    return this.#records;
  }

  /** @returns whether every step was completed */
  async run(stop: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([stop, this.#control.lost]);
    try {
      for (const { step, record } of this.#planned) {
        if (step.needs === 'camera' && !(await this.#hasCamera())) this.#leaveOut(record);
        else await this.#runStep(step, record, signal);
      }
      return true;
    } catch (error) {
      this.#events.failed(error);
      this.#records = this.#records.filter(({ state }) => state !== 'waiting');
      this.#events.ended(await this.#comeDown(error));
      return false;
    } finally {
      await this.#control.release();
      this.watch.close();
    }
  }

  async #hasCamera(): Promise<boolean> {
    try {
      await this.#client.camera.getCameraState();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CAMERA_NOT_FOUND') return false;
      throw error;
    }
  }

  #leaveOut(record: StepRecord): void {
    record.state = 'left out';
    this.#events.stepLeftOut(record);
  }

  async #runStep(step: FlightStep, record: StepRecord, signal: AbortSignal): Promise<void> {
    const { clock } = this.watch;
    const beganS = clock.elapsedS();
    const leave = this.watch.onChange(() => {
      record.seconds = clock.elapsedS() - beganS;
    });
    record.state = 'running';
    this.#events.stepBegan(record);
    try {
      await step.run(this.#pilot(record, signal));
      record.state = 'done';
    } catch (error) {
      record.state = 'failed';
      throw error;
    } finally {
      leave();
      this.#events.stepEnded(record);
    }
  }

  /** Lands the Kite if this flight took it off. */
  async #comeDown(why: unknown): Promise<Whereabouts> {
    const before = await this.#whereabouts();
    if (before === 'OnTheGround' || why instanceof ControlLostError || !this.#isOurs(why)) return before;
    try {
      if (before === 'Unknown') {
        await this.#client.station.setPendingLanding();
        return 'LandsWhenHeard';
      }
      const record = recordOf(LANDING);
      this.#records.push(record);
      await this.#runStep(LANDING, record, this.#control.lost);
      return 'OnTheGround';
    } catch (error) {
      this.#events.failed(error);
      return this.#whereabouts();
    }
  }

  async #whereabouts(): Promise<'OnTheGround' | 'InTheAir' | 'Unknown'> {
    try {
      const { flight_state: state } = await this.#client.flight.getFlightState();
      if (state === 'Unknown') return 'Unknown';
      return isAirborne(state) ? 'InTheAir' : 'OnTheGround';
    } catch {
      return 'Unknown';
    }
  }

  /** A Kite that another client took off is left alone. */
  #isOurs(why: unknown): boolean {
    const takeOff = this.#records.find(({ title }) => title === TAKE_OFF_TITLE);
    return takeOff !== undefined && !(takeOff.state === 'failed' && why instanceof ApiError);
  }

  #pilot(record: StepRecord, signal: AbortSignal): Pilot {
    return {
      client: this.#client,
      watch: this.watch,
      control: this.#control,
      signal,
      tell: (note) => {
        record.note = note;
      },
    };
  }
}

/** In the US Remote ID mode take-off requires an operator; without a position that of the Ground Station is sent. */
function operatorOf({ drone_id: droneId }: SystemInfo) {
  const operator = { operator_name: 'kitestring fly' };
  if (droneId?.regulatory_mode !== 'US_REMOTE_ID_STANDARD') return operator;
  return { ...operator, regulatory_mode: 'US_REMOTE_ID_STANDARD' as const };
}
