import type { AirframeReading } from '@kitestring/aircraft-simulator/airframe/airframe-reading.ts';
import { AttitudeController } from './attitude-controller.ts';
import { WatchedRun } from './tethered-run.ts';

/** A run that the controller flies without a wire between. */
export class FlownRun extends WatchedRun {
  readonly controller = new AttitudeController(1.2, 6 * 6.003);
  readonly #stepS: number;

  constructor(setup: ConstructorParameters<typeof WatchedRun>[0] = {}, rateHz = 200) {
    super(setup);
    this.#stepS = 1 / rateHz;
  }

  /** @param heightM where it flies to, over its start */
  flyTo(heightM: number, seconds: number, each: () => void = () => {}): AirframeReading {
    this.controller.target = { northM: 0, eastM: 0, heightM, headingRad: 0 };
    return this.fly(seconds, each);
  }

  fly(seconds: number, each: () => void = () => {}): AirframeReading {
    for (let step = 0; step < Math.round(seconds / this.#stepS); step += 1) {
      const { eastM, eastMps, northM, northMps, quaternion, rates, upM, upMps } = this.run.airframe.multirotor.state;
      const shares = this.controller.update({
        timeS: this.run.airframe.timeS,
        position: [northM, eastM, -upM],
        velocity: [northMps, eastMps, -upMps],
        quaternion,
        rates: [rates.forward, rates.right, rates.down],
      });
      this.run.advance(this.#stepS, Float64Array.from(shares));
      each();
    }
    return this.run.reading;
  }
}
