import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type {
  Aircraft,
  AircraftIdentity,
  AircraftSample,
  AxisMove,
  Capabilities,
} from '@kitestring/station-core/ports';
import { ENOUGH_TIMES, RepeatedOrder } from '@kitestring/station-core/repeated-order.ts';

type HeightOrder =
  | { readonly kind: 'takeOff'; readonly altitudeM: number }
  | { readonly kind: 'setAltitude'; readonly altitudeM: number }
  | { readonly kind: 'hold' }
  | { readonly kind: 'land'; readonly how: 'normal' | 'safety' };

const HELD_MPS = 0.15;
const REACHED_M = 0.3;
const POINTED_DEG = 0.5;

/** An aircraft whose orders are repeated, as a station does: an order may be lost on the way. A timed turn never is. */
export class StationOrders implements Aircraft {
  readonly #aircraft: Aircraft;
  readonly #height: RepeatedOrder<HeightOrder>;
  readonly #pan: RepeatedOrder<AxisMove>;
  readonly #tilt: RepeatedOrder<AxisMove>;
  readonly #cancel: Cancel;
  #heard: Pick<AircraftSample, 'kite' | 'camera'> = {};

  constructor(aircraft: Aircraft, clock: Clock) {
    this.#aircraft = aircraft;
    this.#height = new RepeatedOrder(clock, {
      send: (order) => this.#send(order),
      isShown: (order) => this.#shows(order),
    });
    this.#pan = new RepeatedOrder(clock, {
      send: (move) => aircraft.movePan(move),
      isShown: (move) => shows(move, this.#heard.camera?.panDeg, this.#heard.kite?.isRotating),
    });
    this.#tilt = new RepeatedOrder(clock, {
      send: (move) => aircraft.moveTilt(move),
      isShown: (move) => shows(move, this.#heard.camera?.tiltDeg, this.#heard.camera?.isTilting),
    });
    this.#cancel = aircraft.onSample((sample) => {
      if (sample.kite === undefined) return;
      this.#heard = sample;
      for (const order of [this.#height, this.#pan, this.#tilt]) order.update(sample.kiteUs ?? sample.timeUs);
    });
  }

  get identity(): AircraftIdentity {
    return this.#aircraft.identity;
  }

  get capabilities(): Capabilities {
    return this.#aircraft.capabilities;
  }

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    return this.#aircraft.onSample(listener);
  }

  takeOff(altitudeM: number): void {
    this.#height.give({ kind: 'takeOff', altitudeM });
  }

  setAltitude(altitudeM: number): void {
    this.#height.give({ kind: 'setAltitude', altitudeM });
  }

  holdAltitude(): void {
    this.#height.give({ kind: 'hold' });
  }

  land(how: 'normal' | 'safety'): void {
    this.#height.give({ kind: 'land', how });
  }

  movePan(move: AxisMove): void {
    this.#pan.give(move, timesOf(move));
  }

  moveTilt(move: AxisMove): void {
    this.#tilt.give(move, timesOf(move));
  }

  openLids(): void {
    this.#aircraft.openLids();
  }

  closeLids(): void {
    this.#aircraft.closeLids();
  }

  reset(): void {
    this.#aircraft.reset();
  }

  stop(): void {
    this.#cancel();
  }

  #send(order: HeightOrder): void {
    if (order.kind === 'takeOff') this.#aircraft.takeOff(order.altitudeM);
    else if (order.kind === 'setAltitude') this.#aircraft.setAltitude(order.altitudeM);
    else if (order.kind === 'hold') this.#aircraft.holdAltitude();
    else this.#aircraft.land(order.how);
  }

  #shows(order: HeightOrder): boolean {
    const { altitudeM = Number.NaN, climbRateMps = Number.NaN, landedState } = this.#heard.kite ?? {};
    if (order.kind === 'takeOff') return landedState === 'InAir';
    if (order.kind === 'land') return landedState === 'OnGround';
    if (order.kind === 'hold') return Math.abs(climbRateMps) < HELD_MPS;
    return Math.abs(altitudeM - order.altitudeM) < REACHED_M;
  }
}

const timesOf = ({ kind }: AxisMove) => ({ atMost: kind === 'atRate' ? 1 : ENOUGH_TIMES });

const shows = (move: AxisMove, angleDeg: number | undefined, isMoving: boolean | undefined): boolean =>
  move.kind === 'toAngle' ? angleDeg !== undefined && Math.abs(angleDeg - move.angleDeg) <= POINTED_DEG : !isMoving;
