import { type CommandNeed, type MavlinkCommand, ORDER_PACE } from '@kitestring/mavlink-link';
import type { VehiclePosition } from '../telemetry/vehicle-telemetry.ts';
import {
  armCommand,
  disarmCommand,
  goToCommand,
  guidedCommand,
  type HoldPoint,
  holdCommand,
  landCommand,
  stopCommands,
  takeOffCommand,
} from './flight-commands.ts';
import { type HeightOrder, heightMotion, MOVE_ON_WITHIN_US, MOVE_WITHIN_US } from './motion-watch.ts';
import { faultOf, type OrderContext } from './order-context.ts';

/** Conditions that decide whether an order is sent again. */
interface OrderUse {
  /** No later order, and no pilot, has taken its place. */
  readonly isCurrent: () => boolean;
  /** Whether telemetry shows it: an answer may be lost. */
  readonly isShown?: () => boolean;
}

type Goal =
  | { readonly kind: 'None' | 'Hold' | 'Stop' | 'Land' }
  | { readonly kind: 'TakeOff' | 'GoTo'; readonly altitudeM: number };

/** An order that was given a moment ago still shows in the mode of the autopilot. */
const MODE_FOLLOWS_US = 3_000_000;
/** Offsets that are made up for: smaller ones are noise, and a larger one has another cause. */
/** Below `low` a vehicle on a tether takes no height but that of its take-off, which only a larger offset keeps from being reached. */
const TRIM_M = { from: 0.08, low: 2, fromWhereLow: 0.2, most: 0.6 };
const TRIM_AFTER_US = 3_000_000;
const STANDING_MPS = 0.1;
/** The station repeats what it does not see yet; an autopilot that stands a little off is not ordered each second. */
const SAME_AGAIN_US = 5_000_000;
/** Time in which an autopilot ends a climb or a descent. */
const TURNS_ROUND_S = 1.5;
/** An autopilot may turn, or slow down, before it comes down. */
const LAND_WITHIN_US = 10_000_000;
/** From the answer to the first climb: lids, checks and motors come before it. */
const TAKE_OFF_WITHIN_US = 15_000_000;

/**
 * Take-off, height, hold and landing. The last order counts: an earlier one that is still on its way to the motors goes no further.
 * Whether an order is done is seen by telemetry only.
 */
export class HeightDriver {
  readonly #context: OrderContext;
  #goal: Goal = { kind: 'None' };
  #isRunning = false;
  #sentUs = 0;
  #watch: HeightOrder | undefined;
  /** Time that the movement may take to begin, from the answer to its order. */
  #moveWithinUs = MOVE_WITHIN_US;
  /** Where the Kite is held, so that repeated orders do not let it creep. */
  #point: HoldPoint | undefined;
  /** Its height has moved the wrong way: it only lands from now on. */
  #isDistrusted = false;
  #heldM: number | undefined;
  /** The height is as near as the autopilot lets it. */
  #isTrimmed = false;
  /** A safety landing is under way. */
  #isFinal = false;
  /** Until when the mode of an earlier order may be reported: until the order in its place is answered, and a moment longer. */
  readonly #modesUntilUs = new Map<Goal['kind'], number>();

  constructor(context: OrderContext) {
    this.#context = context;
  }

  get isLanding(): boolean {
    return this.#goal.kind === 'Land';
  }

  get hasOrderedLanding(): boolean {
    return this.#goal.kind === 'Land' || this.#maySeem('Land');
  }

  get hasOrderedTakeOff(): boolean {
    return this.#goal.kind === 'TakeOff' || this.#maySeem('TakeOff');
  }

  #maySeem(kind: Goal['kind']): boolean {
    return this.#context.nowUs() < (this.#modesUntilUs.get(kind) ?? Number.NEGATIVE_INFINITY);
  }

  /** Height at which it is held, once it is there; undefined while an order is under way. */
  get heldM(): number | undefined {
    return this.#heldM;
  }

  /** Place and height that are held, for an order that must name them. */
  holdPoint(): HoldPoint | undefined {
    const now = this.#here();
    if (now === undefined) return undefined;
    return { ...(this.#point ?? now), homeAmslM: now.homeAmslM };
  }

  takeOff(altitudeM: number): void {
    if (this.#isFinal) return;
    this.#begin({ kind: 'TakeOff', altitudeM }, async (isCurrent) => {
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'take-off: position and home are not known yet');
      if (!(await this.#toGuided('take-off', isCurrent)) || !isCurrent()) return;
      const { nowUs, telemetry, vehicle } = this.#context;
      const isArmed = () => telemetry.isArmed(nowUs()) === true;
      if (!isArmed() && !(await this.#order('arming', armCommand(vehicle), { isCurrent, isShown: isArmed }))) return;
      // Safety: a landing that was ordered meanwhile has stopped the motors again, or will.
      if (!isCurrent()) return;
      this.#expect(here.altitudeM, altitudeM, TAKE_OFF_WITHIN_US);
      this.#point = { ...here, altitudeM };
      // Armed it counts as started, so that the station repeats nothing.
      const isShown = () => this.#watch === undefined || this.#watch.markM !== undefined;
      await this.#order('take-off', takeOffCommand(vehicle, this.#point), { isCurrent, isShown });
    });
  }

  goTo(altitudeM: number): void {
    if (this.#isDistrusted || this.#isFinal) return;
    this.#begin({ kind: 'GoTo', altitudeM }, async (isCurrent) => {
      if (!(await this.#toGuided('altitude', isCurrent)) || !isCurrent()) return;
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'altitude: position and home are not known');
      this.#point = { ...here, ...this.#heldPlace(), altitudeM };
      this.#expect(here.altitudeM, altitudeM);
      // Some autopilots would end a turn that is under way.
      const headingDeg = this.#context.turningToDeg();
      await this.#order('altitude', goToCommand(this.#context.vehicle, { ...this.#point, headingDeg }), { isCurrent });
    });
  }

  hold(): void {
    if (this.#isFinal) return;
    // A hold names the present height to some autopilots, and this one reads heights otherwise.
    if (this.#isDistrusted) {
      this.#stop();
      return;
    }
    this.#begin({ kind: 'Hold' }, async (isCurrent) => {
      this.#watch = undefined;
      if (!(await this.#toGuided('hold', isCurrent)) || !isCurrent()) return;
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'hold: position and home are not known');
      this.#point = here;
      await this.#order('hold', holdCommand(this.#context.vehicle, here), { isCurrent });
    });
  }

  /** @param how a safety landing is the last order until it stands on the ground */
  land(how: 'normal' | 'safety'): void {
    if (how === 'safety' && this.#context.mayOrder()) this.#isFinal = true;
    this.#begin({ kind: 'Land' }, async (isCurrent) => {
      const { nowUs, run, telemetry, vehicle } = this.#context;
      this.#watch = undefined;
      this.#point = undefined;
      // On the ground a landing means that the motors stop, or that an arming which is still on its way comes to nothing.
      const isOnGround = () => telemetry.isOnGround(nowUs()) || telemetry.landedState(nowUs()) === 'OnGround';
      const need = () => (isCurrent() && isOnGround() ? 'Wanted' : 'Dropped');
      const stands = isOnGround() && (await run(disarmCommand(vehicle), need)).outcome === 'Accepted';
      if (stands || !isCurrent()) return;
      const here = this.#here();
      if (here !== undefined) this.#expect(here.altitudeM, 0, LAND_WITHIN_US);
      const isShown = () => telemetry.mode(nowUs()) === 'Landing' || telemetry.landedState(nowUs()) === 'OnGround';
      await this.#order('landing', landCommand(vehicle), { isCurrent, isShown });
    });
  }

  /** Called ten times a second: whether the ordered movement is there, in the right direction. */
  step(): void {
    const { nowUs, telemetry, tell } = this.#context;
    const isLanded = telemetry.landedState(nowUs()) === 'OnGround';
    if (isLanded && this.#goal.kind !== 'TakeOff') this.#isDistrusted = false;
    if (isLanded) this.#isFinal = false;
    const position = telemetry.position(nowUs());
    if (position === undefined) return;
    if (this.#watch === undefined) {
      this.#trim(position);
      return;
    }
    const { fromM, toM } = this.#watch;
    const motion = heightMotion(this.#watch, position.altitudeM, nowUs());
    if (motion === 'Moving') {
      this.#watch = { ...this.#watch, markM: position.altitudeM, moveByUs: nowUs() + MOVE_ON_WITHIN_US };
    }
    if (motion === 'Waiting' || motion === 'Moving') return;
    this.#watch = undefined;
    if (motion === 'Reached' && 'altitudeM' in this.#goal) this.#heldM = this.#goal.altitudeM;
    if (this.#goal.kind === 'Land') {
      if (motion !== 'Reached') tell('warn', 'ordered to land, it does not come down: see its messages');
    } else if (motion === 'Wrong') {
      this.#isDistrusted = true;
      tell(
        'error',
        `ordered from ${metres(fromM)} to ${metres(toM)}, it went to ${metres(position.altitudeM)}: stopped; land it`,
      );
      this.#stop();
    } else if (motion === 'NotMoving') tell('warn', `ordered to ${metres(toM)}, it does not move: see its messages`);
  }

  /**
   * An autopilot that stands a little off the ordered height gets a height that makes up for it: PX4 stayed a quarter of a metre below,
   * so that no altitude would ever be reached.
   */
  #trim({ altitudeM, climbRateMps }: VehiclePosition): void {
    const { mayOrder, nowUs, run, telemetry, turningToDeg, vehicle } = this.#context;
    const point = this.#point;
    if (turningToDeg() !== undefined) return;
    if (!('altitudeM' in this.#goal) || point === undefined || this.#isRunning || this.#isTrimmed || !mayOrder())
      return;
    const fromM = this.#goal.altitudeM < TRIM_M.low ? TRIM_M.fromWhereLow : TRIM_M.from;
    const offM = this.#goal.altitudeM - altitudeM;
    const isOff = Math.abs(offM) > fromM && Math.abs(point.altitudeM + offM - this.#goal.altitudeM) < TRIM_M.most;
    const isStanding = Math.abs(climbRateMps) < STANDING_MPS && nowUs() - this.#sentUs > TRIM_AFTER_US;
    if (!isOff || !isStanding || telemetry.mode(nowUs()) !== 'Guided') return;
    this.#sentUs = nowUs();
    const trimmed = { ...point, altitudeM: point.altitudeM + offM };
    this.#point = trimmed;
    const need = () => (this.#point === trimmed && !this.#isRunning ? 'Wanted' : 'Dropped');
    void run(goToCommand(vehicle, trimmed), need).then(({ outcome }) => {
      if (outcome !== 'Refused' || this.#point !== trimmed) return;
      // It has a limit of its own there.
      this.#isTrimmed = true;
      this.#point = point;
    });
  }

  /** In passing it is in a mode that is not its usual one. */
  get isStopping(): boolean {
    return (this.#goal.kind === 'Stop' && this.#isRunning) || this.#maySeem('Stop');
  }

  #stop(): void {
    this.#begin({ kind: 'Stop' }, async (isCurrent) => {
      this.#point = undefined;
      for (const command of stopCommands(this.#context.vehicle)) {
        if (!isCurrent() || !(await this.#order('stop', command, { isCurrent }))) return;
      }
    });
  }

  /** A pilot flies: what was ordered is over. */
  yield(): void {
    this.#goal = { kind: 'None' };
    this.#watch = undefined;
    this.#point = undefined;
    this.#heldM = undefined;
    this.#isFinal = false;
    this.#modesUntilUs.clear();
  }

  #begin(goal: Goal, act: (isCurrent: () => boolean) => Promise<void>): void {
    const { mayOrder, nowUs } = this.#context;
    if (!mayOrder() || (isSame(goal, this.#goal) && !this.#isDueAgain)) return;
    this.#modesUntilUs.set(this.#goal.kind, Number.POSITIVE_INFINITY);
    this.#goal = goal;
    this.#heldM = undefined;
    this.#isTrimmed = false;
    this.#sentUs = nowUs();
    this.#isRunning = true;
    const isCurrent = () => this.#goal === goal && mayOrder();
    void act(isCurrent).finally(() => {
      if (this.#goal !== goal) return;
      this.#isRunning = false;
      for (const kind of [...this.#modesUntilUs.keys(), goal.kind]) {
        this.#modesUntilUs.set(kind, nowUs() + MODE_FOLLOWS_US);
      }
    });
  }

  /** The same order again: not while it is under way, and not at once. */
  get #isDueAgain(): boolean {
    if (this.#isRunning) return false;
    // Motors take their time; any other order whose movement is not seen may have been lost.
    if (this.#goal.kind === 'TakeOff') return this.#watch === undefined;
    return this.#watch?.markM === undefined && this.#context.nowUs() - this.#sentUs >= SAME_AGAIN_US;
  }

  /** ArduCopter takes orders in one mode only. */
  async #toGuided(what: string, isCurrent: () => boolean): Promise<boolean> {
    const { nowUs, telemetry, vehicle } = this.#context;
    const isShown = () => telemetry.mode(nowUs()) === 'Guided';
    if (vehicle.firmware !== 'ArduCopter' || isShown()) return true;
    return this.#order(`${what}: GUIDED`, guidedCommand(vehicle), { isCurrent, isShown });
  }

  /** @returns whether it was done, as far as is known by then */
  async #order(
    what: string,
    command: MavlinkCommand,
    { isCurrent, isShown = () => false }: OrderUse,
  ): Promise<boolean> {
    const need = (): CommandNeed => (!isCurrent() ? 'Dropped' : isShown() ? 'Shown' : 'Wanted');
    const outcome = await this.#context.run(command, need);
    // A later order has begun, and has a watch of its own.
    if (!isCurrent()) return false;
    if (outcome.outcome !== 'Superseded') this.#beginToJudge();
    const fault = faultOf(outcome);
    if (fault === undefined) return outcome.outcome === 'Accepted';
    // Safety: silence is no refusal, and neither is the refusal of what is being done already. The order may have arrived, so that its
    // movement is still watched, and told if it fails to come.
    const mayBeDone = outcome.outcome === 'Silent' || (outcome.outcome === 'Refused' && outcome.isRepeated === true);
    if (mayBeDone && this.#watch !== undefined) return false;
    this.#watch = undefined;
    this.#context.tell('warn', `${what}: ${fault}`);
    return false;
  }

  /** The order has arrived, or is given up: from now on it must not go the wrong way. */
  #beginToJudge(): void {
    const { nowUs, telemetry } = this.#context;
    const position = telemetry.position(nowUs());
    if (this.#watch === undefined || this.#watch.turnsWithinM !== undefined || position === undefined) return;
    const { toM } = this.#watch;
    const { altitudeM, climbRateMps } = position;
    const awayMps = Math.max(0, -climbRateMps * Math.sign(toM - altitudeM));
    const moveByUs = nowUs() + this.#moveWithinUs;
    this.#watch = { ...this.#watch, fromM: altitudeM, turnsWithinM: awayMps * TURNS_ROUND_S, moveByUs };
  }

  #expect(fromM: number, toM: number, withinUs = MOVE_WITHIN_US): void {
    this.#moveWithinUs = withinUs;
    // Until it is answered it may still be on its way.
    this.#watch = { fromM, toM, moveByUs: this.#context.nowUs() + ORDER_PACE.withinUs + withinUs };
  }

  #heldPlace(): Partial<HoldPoint> {
    if (this.#point === undefined) return {};
    const { latE7, lonE7 } = this.#point;
    return { latE7, lonE7 };
  }

  #here(): HoldPoint | undefined {
    const position = this.#context.telemetry.position(this.#context.nowUs());
    if (position === undefined) return undefined;
    const { altitudeM, homeAmslM, latE7, lonE7 } = position;
    return { altitudeM, homeAmslM, latE7, lonE7 };
  }
}

const isSame = (a: Goal, b: Goal): boolean =>
  a.kind === b.kind && ('altitudeM' in a ? a.altitudeM : 0) === ('altitudeM' in b ? b.altitudeM : 0);

const metres = (value: number): string => `${value.toFixed(1)} m`;
