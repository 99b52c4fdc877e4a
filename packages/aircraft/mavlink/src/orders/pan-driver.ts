import type { AxisMove } from '@kitestring/station-core/ports/aircraft.ts';
import { headingCommand } from './flight-commands.ts';
import type { HeightDriver } from './height-driver.ts';
import { faultOf, type OrderContext } from './order-context.ts';

/** Half a turn has no shorter way: each order goes less than that. */
const STEP_DEG = 120;
/** The next order while the last is still being turned to, so that a long turn does not stop in between. */
const NEXT_AT_DEG = 40;
const THERE_DEG = 1.5;
/** A heading that changes by less in a tenth of a second stands. */
const STANDING_DEG = 0.3;
/** A gimbal that follows the nose settles within this time. */
const SETTLED_US = 1_000_000;
const CORRECTIONS = 3;
const MOVE_WITHIN_US = 4_000_000;
const BEGUN_DEG = 2;
/** A turn at a rate is made of orders: how far ahead of the present set point each is, and how often one is sent. */
const AHEAD_S = 0.7;
const EVERY_US = 500_000;

interface Turn {
  readonly fromDeg: number;
  readonly toDeg: number;
  /** Where the camera is to point, degrees, without wrapping. Absent where only the rate was ordered. */
  readonly azimuthDeg?: number;
  /** Absent: as fast as the autopilot turns by itself. */
  readonly rateDps?: number;
  readonly beganUs: number;
  /** How often the Kite was turned a little more, because the camera pointed beside the target. */
  readonly corrections: number;
}

/**
 * Turns the Kite, and the camera with it. By computed angles, never by a rate: a Kite that turns at a rate would turn on after the
 * loss of the link.
 */
export class PanDriver {
  readonly #context: OrderContext;
  readonly #height: HeightDriver;
  #turn: Turn | undefined;
  /** Heading of the last order, without wrapping. */
  #orderedDeg: number | undefined;
  #orderedUs = 0;
  #beforeDeg: number | undefined;
  #movedUs = 0;

  constructor(context: OrderContext, height: HeightDriver) {
    this.#context = context;
    this.#height = height;
  }

  get isRotating(): boolean {
    return this.#turn !== undefined;
  }

  /** @param offsetDeg of the camera from the nose; the Kite turns until the camera points there */
  move(move: AxisMove, offsetDeg: number): void {
    const { nowUs, telemetry } = this.#context;
    const headingDeg = telemetry.headingUnwrappedDeg;
    if (headingDeg === undefined || !this.#context.mayOrder()) return;
    if (move.kind === 'stop') {
      if (this.#turn === undefined) return;
      this.#turn = undefined;
      this.#order(headingDeg, headingDeg, 0);
      return;
    }
    const toDeg = move.kind === 'toAngle' ? move.angleDeg - offsetDeg : headingDeg + move.rateDps * move.durationS;
    if (move.kind === 'toAngle' && this.#turn?.azimuthDeg === move.angleDeg) return;
    const rate = move.kind === 'atRate' ? { rateDps: Math.abs(move.rateDps) } : {};
    const azimuth = move.kind === 'toAngle' ? { azimuthDeg: move.angleDeg } : {};
    this.#turn = { fromDeg: headingDeg, toDeg, ...azimuth, ...rate, beganUs: nowUs(), corrections: 0 };
    this.#orderedDeg = undefined;
    this.step();
  }

  /** Called ten times a second. */
  step(): void {
    const headingDeg = this.#context.telemetry.headingUnwrappedDeg;
    const turn = this.#turn;
    const isStanding = Math.abs((this.#beforeDeg ?? Number.NaN) - (headingDeg ?? Number.NaN)) < STANDING_DEG;
    this.#beforeDeg = headingDeg;
    if (turn === undefined || headingDeg === undefined) return;
    if (!this.#context.mayOrder()) {
      this.#turn = undefined;
      return;
    }
    const nowUs = this.#context.nowUs();
    if (!isStanding) this.#movedUs = nowUs;
    if (isStanding && this.#orderedDeg === turn.toDeg) {
      this.#judge(turn, headingDeg, nowUs);
      if (this.#turn !== turn) return;
    }
    if (hasNotBegun(turn, headingDeg, nowUs)) {
      this.#context.tell('warn', 'ordered to turn, it does not move: see its messages');
      this.#turn = undefined;
      return;
    }
    const nextDeg = setPointOf(turn, headingDeg, nowUs);
    if (this.#isDue(nextDeg, headingDeg, turn, nowUs)) this.#order(nextDeg, headingDeg, turn.rateDps ?? 0);
  }

  /** A pilot flies. */
  yield(): void {
    this.#turn = undefined;
  }

  /** The camera decides where it reports its azimuth, else the heading: a gimbal may lead the nose, or lag behind it. */
  #judge(turn: Turn, headingDeg: number, nowUs: number): void {
    const { telemetry, tell } = this.#context;
    const pointsAtDeg = telemetry.gimbal(nowUs)?.azimuthDeg;
    const isByCamera = turn.azimuthDeg !== undefined && pointsAtDeg !== undefined;
    const leftDeg = isByCamera ? turn.azimuthDeg - pointsAtDeg : turn.toDeg - headingDeg;
    if (Math.abs(leftDeg) <= THERE_DEG) this.#turn = undefined;
    else if (isByCamera && this.#hasSettled(turn, headingDeg, nowUs)) {
      if (turn.corrections < CORRECTIONS) {
        const corrections = turn.corrections + 1;
        this.#turn = { ...turn, fromDeg: headingDeg, toDeg: turn.toDeg + leftDeg, beganUs: nowUs, corrections };
        this.#movedUs = nowUs;
      } else {
        this.#turn = undefined;
        tell('warn', `turned, but the camera points ${Math.abs(leftDeg).toFixed(0)}° beside`);
      }
    }
  }

  /** A Kite that stands may not have begun yet. */
  #hasSettled({ beganUs, fromDeg }: Turn, headingDeg: number, nowUs: number): boolean {
    const hasBegun = Math.abs(headingDeg - fromDeg) >= BEGUN_DEG || nowUs - beganUs > MOVE_WITHIN_US;
    return hasBegun && nowUs - this.#movedUs > SETTLED_US;
  }

  #isDue(nextDeg: number, headingDeg: number, { rateDps }: Turn, nowUs: number): boolean {
    if (this.#orderedDeg === nextDeg) return false;
    if (this.#orderedDeg === undefined) return true;
    if (rateDps !== undefined && this.#isSlewed) return nowUs - this.#orderedUs >= EVERY_US;
    return Math.abs(this.#orderedDeg - headingDeg) <= NEXT_AT_DEG;
  }

  /** The autopilot has one rate only: others are made of many small turns. */
  get #isSlewed(): boolean {
    return this.#context.vehicle.firmware !== 'ArduCopter';
  }

  #order(toDeg: number, headingDeg: number, rateDps: number): void {
    const point = this.#height.holdPoint();
    if (point === undefined) return;
    this.#orderedDeg = toDeg;
    this.#orderedUs = this.#context.nowUs();
    const { run, tell, vehicle } = this.#context;
    const command = headingCommand(vehicle, { ...point, headingDeg: toDeg }, toDeg < headingDeg ? -1 : 1, rateDps);
    void run(command).then((outcome) => {
      const fault = faultOf(outcome);
      if (fault === undefined) return;
      tell('warn', `turning: ${fault}`);
      this.#turn = undefined;
    });
  }
}

function setPointOf({ beganUs, fromDeg, rateDps, toDeg }: Turn, headingDeg: number, nowUs: number): number {
  const left = (fromDegNow: number, most: number) => fromDegNow + Math.max(-most, Math.min(most, toDeg - fromDegNow));
  const nearestDeg = left(headingDeg, STEP_DEG);
  if (rateDps === undefined) return nearestDeg;
  const dueDeg = left(fromDeg, rateDps * ((nowUs - beganUs) / 1e6 + AHEAD_S));
  return Math.abs(dueDeg - headingDeg) < Math.abs(nearestDeg - headingDeg) ? dueDeg : nearestDeg;
}

function hasNotBegun({ beganUs, corrections, fromDeg, toDeg }: Turn, headingDeg: number, nowUs: number): boolean {
  const isLong = corrections === 0 && Math.abs(toDeg - fromDeg) > 2 * BEGUN_DEG;
  const doneDeg = (headingDeg - fromDeg) * Math.sign(toDeg - fromDeg);
  return isLong && doneDeg < BEGUN_DEG && nowUs - beganUs > MOVE_WITHIN_US;
}
