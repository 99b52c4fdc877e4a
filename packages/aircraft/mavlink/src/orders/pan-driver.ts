import type { AxisMove } from '@kitestring/station-core/ports';
import { StandstillWatch } from '../standstill-watch.ts';
import { headingCommand } from './flight-commands.ts';
import type { HeightDriver } from './height-driver.ts';
import { faultOf, type OrderContext } from './order-context.ts';
import { RateOfTurn } from './rate-of-turn.ts';
import { hasNotBegun, MOVE_WITHIN_US, offBy, setPoint, type Turn } from './turn.ts';

/** The next order while the last is still being turned to, so that a long turn does not stop in between. */
const NEXT_AT_DEG = 40;
/** Accuracy that is tried for a few times, and the one below which a Kite is left as it is. */
const EXACT_DEG = 0.4;
const THERE_DEG = 1.5;
/** The nose may still follow the gimbal by so much when a turn ends. */
const NOSE_DEG = 0.8;
/** A heading that wanders by less stands. */
const STANDING_DEG = 0.5;
const STANDS_AFTER_US = 400_000;
/** A gimbal that follows the nose settles within this time. */
const SETTLED_US = 1_000_000;
const CORRECTIONS = 3;
const BEGUN_DEG = 2;
/** A turn at a rate is made of orders; how often one is sent. */
/** A Kite that is told to stop turns on for so long: telemetry is old by then, and the order is on its way. */
const STOPS_AFTER_S = 0.4;
const EVERY_US = { whole: 1_000_000, slewed: 500_000 };

/**
 * Turns the Kite, and the camera with it. By computed angles, never by a rate: a Kite that turns at a rate would turn on after the
 * loss of the link.
 */
export class PanDriver {
  readonly #context: OrderContext;
  readonly #height: HeightDriver;
  readonly #standstill = new StandstillWatch(STANDING_DEG);
  readonly #rate = new RateOfTurn();
  #turn: Turn | undefined;
  /** Heading of the last order, without wrapping. */
  #orderedDeg: number | undefined;
  #orderedUs = 0;
  #orders = 0;
  /** When the last order was answered, or given up; undefined while it may still be on its way. */
  #endedUs: number | undefined;

  constructor(context: OrderContext, height: HeightDriver) {
    this.#context = context;
    this.#height = height;
  }

  get isRotating(): boolean {
    return this.#turn !== undefined;
  }

  /** Heading that is ordered at present; undefined where none is. */
  get turningToDeg(): number | undefined {
    return this.#turn === undefined ? undefined : this.#orderedDeg;
  }

  /** The Kite turns until the camera points there. */
  move(move: AxisMove): void {
    const { mayOrder, nowUs, telemetry } = this.#context;
    const headingDeg = telemetry.headingUnwrappedDeg;
    if (headingDeg === undefined || !mayOrder()) return;
    const before = this.#turn;
    const gimbal = telemetry.gimbal(nowUs());
    // In a turn the gimbal may lead or lag: its place to the nose is that from before the turn.
    const offsetDeg = before?.offsetDeg ?? gimbal?.vehicleYawDeg ?? 0;
    const pointsAtDeg = gimbal?.azimuthDeg ?? headingDeg + offsetDeg;
    const kind = move.kind === 'stop' ? 'Stop' : move.kind === 'toAngle' ? 'ToAngle' : 'AtRate';
    if (kind === 'Stop' && (before === undefined || before.kind === 'Stop')) return;
    const byDeg = move.kind === 'atRate' ? move.rateDps * move.durationS : STOPS_AFTER_S * this.#rate.dps;
    const azimuthDeg = move.kind === 'toAngle' ? move.angleDeg : pointsAtDeg + byDeg;
    if (kind === 'ToAngle' && before?.kind === 'ToAngle' && before.azimuthDeg === azimuthDeg) return;
    const rate = move.kind === 'atRate' ? { rateDps: Math.abs(move.rateDps) } : {};
    const common = { kind, fromDeg: headingDeg, toDeg: azimuthDeg - offsetDeg, azimuthDeg, offsetDeg } as const;
    this.#turn = { ...common, ...rate, beganUs: nowUs(), corrections: 0 };
    this.#orderedDeg = undefined;
    this.#endedUs = undefined;
    this.step();
  }

  /** Called ten times a second. */
  step(): void {
    const nowUs = this.#context.nowUs();
    const headingDeg = this.#context.telemetry.headingUnwrappedDeg;
    this.#standstill.take(headingDeg, nowUs);
    this.#rate.take(headingDeg, nowUs);
    const turn = this.#turn;
    if (turn === undefined || headingDeg === undefined) return;
    if (!this.#context.mayOrder()) {
      this.#turn = undefined;
      return;
    }
    if (!this.#mayTurn) {
      this.#context.tell('warn', 'turning: not in a landing, which the order would end');
      this.#turn = undefined;
      return;
    }
    if (hasNotBegun(turn, headingDeg, this.#endedUs, nowUs)) {
      this.#context.tell('warn', 'ordered to turn, it does not move: see its messages');
      this.#turn = undefined;
      return;
    }
    if (this.#orderedDeg === turn.toDeg && this.#standstill.forUs(nowUs) >= STANDS_AFTER_US) {
      this.#judge(turn, headingDeg, nowUs);
      if (this.#turn !== turn) return;
    }
    const nextDeg = setPoint(turn, headingDeg, nowUs, this.#isSlewed);
    if (this.#isDue(nextDeg, headingDeg, turn, nowUs)) this.#order(turn, nextDeg);
  }

  /** A pilot flies. */
  yield(): void {
    this.#turn = undefined;
  }

  /** The camera decides where it reports its azimuth, else the heading: a gimbal may lead the nose, or lag behind it. */
  #judge(turn: Turn, headingDeg: number, nowUs: number): void {
    if (turn.kind === 'Stop') {
      this.#turn = undefined;
      return;
    }
    const { telemetry, tell } = this.#context;
    const leftDeg = offBy(turn, headingDeg, telemetry.gimbal(nowUs)?.azimuthDeg);
    const offDeg = Math.abs(leftDeg);
    const isNoseThere = Math.abs(turn.toDeg - headingDeg) <= NOSE_DEG;
    if (offDeg <= EXACT_DEG && isNoseThere) this.#turn = undefined;
    else if (!this.#hasSettled(turn, headingDeg, nowUs)) return;
    else if (offDeg > EXACT_DEG && turn.corrections < CORRECTIONS) {
      const corrections = turn.corrections + 1;
      // A nose that is far off has stopped on its way, or passed its end: that is no offset between camera and nose.
      const isNoseFar = Math.abs(turn.toDeg - headingDeg) > THERE_DEG;
      const toDeg = (isNoseFar ? headingDeg : turn.toDeg) + leftDeg;
      this.#turn = { ...turn, fromDeg: headingDeg, toDeg, beganUs: nowUs, corrections };
      this.#standstill.restart(nowUs);
    } else {
      this.#turn = undefined;
      if (offDeg > THERE_DEG) tell('warn', `turned, but the camera points ${offDeg.toFixed(0)}° beside`);
    }
  }

  /** A Kite that stands may not have begun yet, or waits for an order that was lost. */
  #hasSettled({ beganUs, fromDeg }: Turn, headingDeg: number, nowUs: number): boolean {
    if (this.#endedUs === undefined) return false;
    const hasBegun = Math.abs(headingDeg - fromDeg) >= BEGUN_DEG || nowUs - beganUs > MOVE_WITHIN_US;
    return hasBegun && this.#standstill.forUs(nowUs) > SETTLED_US;
  }

  #isDue(nextDeg: number, headingDeg: number, { rateDps }: Turn, nowUs: number): boolean {
    if (this.#orderedDeg === nextDeg) return false;
    if (this.#orderedDeg === undefined) return true;
    if (rateDps !== undefined) return nowUs - this.#orderedUs >= (this.#isSlewed ? EVERY_US.slewed : EVERY_US.whole);
    return Math.abs(this.#orderedDeg - headingDeg) <= NEXT_AT_DEG;
  }

  /** The autopilot has one rate only: others are made of many small turns. */
  get #isSlewed(): boolean {
    return this.#context.vehicle.firmware !== 'ArduCopter';
  }

  /** Safety: where an order to turn names a height, it would end a landing. */
  get #mayTurn(): boolean {
    return !this.#isSlewed || !this.#height.isLanding;
  }

  #order(turn: Turn, toDeg: number): void {
    const point = this.#height.holdPoint();
    if (point === undefined) return;
    this.#orderedDeg = toDeg;
    this.#orderedUs = this.#context.nowUs();
    this.#endedUs = undefined;
    this.#orders += 1;
    const order = this.#orders;
    const { nowUs, run, tell, vehicle } = this.#context;
    const command = headingCommand(vehicle, { ...point, headingDeg: toDeg }, turn.rateDps ?? 0);
    const need = () => (order === this.#orders && this.#turn !== undefined && this.#mayTurn ? 'Wanted' : 'Dropped');
    void run(command, need).then((outcome) => {
      if (order !== this.#orders) return;
      // By an order of a height, which some autopilots have as the same one. The next of ours names that height too.
      if (outcome.outcome === 'Superseded') this.#orderedDeg = undefined;
      else this.#endedUs = nowUs();
      const fault = faultOf(outcome);
      if (fault === undefined || this.#turn === undefined) return;
      // Telemetry decides, not answers: one that was lost says nothing. The order goes out again while the turn is under way.
      if (outcome.outcome === 'Silent') {
        this.#orderedDeg = undefined;
        return;
      }
      tell('warn', `turning: ${fault}`);
      this.#turn = undefined;
    });
  }
}
