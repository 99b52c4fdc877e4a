import type { MavlinkCommand } from '@kitestring/mavlink-link';
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
import { type HeightOrder, heightMotion, MOVE_WITHIN_US } from './motion-watch.ts';
import { faultOf, type OrderContext } from './order-context.ts';

type Goal =
  | { readonly kind: 'None' | 'Hold' | 'Stop' | 'Land' }
  | { readonly kind: 'TakeOff' | 'GoTo'; readonly altitudeM: number };

/** An order that was given a moment ago still shows in the mode of the autopilot. */
const MODE_FOLLOWS_US = 3_000_000;
/** Offsets that are made up for: smaller ones are noise, and a larger one has another cause. */
const TRIM_M = { from: 0.08, most: 0.6 };
const TRIM_AFTER_US = 3_000_000;
const STANDING_MPS = 0.1;
/** The station repeats what it does not see yet; an autopilot that stands a little off is not ordered each second. */
const SAME_AGAIN_US = 5_000_000;
/** From the order to the first climb: lids, checks and motors come before it. */
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
  /** Where the Kite is held, so that repeated orders do not let it creep. */
  #point: HoldPoint | undefined;
  /** Its height has moved the wrong way: it only lands from now on. */
  #isDistrusted = false;
  #landingOrderedUs = Number.NEGATIVE_INFINITY;
  #takeOffOrderedUs = Number.NEGATIVE_INFINITY;
  #stopOrderedUs = Number.NEGATIVE_INFINITY;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  get hasOrderedLanding(): boolean {
    return this.#goal.kind === 'Land' || this.#context.nowUs() - this.#landingOrderedUs < MODE_FOLLOWS_US;
  }

  get hasOrderedTakeOff(): boolean {
    return this.#goal.kind === 'TakeOff' || this.#context.nowUs() - this.#takeOffOrderedUs < MODE_FOLLOWS_US;
  }

  /** Place and height that are held, for an order that must name them. */
  holdPoint(): HoldPoint | undefined {
    const now = this.#here();
    if (now === undefined) return undefined;
    return { ...(this.#point ?? now), homeAmslM: now.homeAmslM };
  }

  takeOff(altitudeM: number): void {
    this.#begin({ kind: 'TakeOff', altitudeM }, async (isCurrent) => {
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'take-off: position and home are not known yet');
      if (!(await this.#toGuided('take-off')) || !isCurrent()) return;
      const { nowUs, telemetry, vehicle } = this.#context;
      if (telemetry.isArmed(nowUs()) !== true && !(await this.#order('arming', armCommand(vehicle)))) return;
      // Safety: a landing that was ordered meanwhile has stopped the motors again, or will.
      if (!isCurrent()) return;
      this.#expect(here.altitudeM, altitudeM, TAKE_OFF_WITHIN_US);
      this.#point = { ...here, altitudeM };
      await this.#order('take-off', takeOffCommand(vehicle, this.#point));
    });
  }

  goTo(altitudeM: number): void {
    if (this.#isDistrusted) return;
    this.#begin({ kind: 'GoTo', altitudeM }, async (isCurrent) => {
      if (!(await this.#toGuided('altitude')) || !isCurrent()) return;
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'altitude: position and home are not known');
      this.#point = { ...here, ...this.#heldPlace(), altitudeM };
      this.#expect(here.altitudeM, altitudeM);
      await this.#order('altitude', goToCommand(this.#context.vehicle, this.#point));
    });
  }

  hold(): void {
    // A hold names the present height to some autopilots, and this one reads heights otherwise.
    if (this.#isDistrusted) {
      this.#stop();
      return;
    }
    this.#begin({ kind: 'Hold' }, async (isCurrent) => {
      this.#watch = undefined;
      if (!(await this.#toGuided('hold')) || !isCurrent()) return;
      const here = this.#here();
      if (here === undefined) return this.#context.tell('warn', 'hold: position and home are not known');
      this.#point = here;
      await this.#order('hold', holdCommand(this.#context.vehicle, here));
    });
  }

  land(): void {
    this.#begin({ kind: 'Land' }, async () => {
      const { nowUs, telemetry, vehicle } = this.#context;
      this.#watch = undefined;
      this.#point = undefined;
      // On the ground a landing means that the motors stop, or that an arming which is still on its way comes to nothing.
      const isOnGround = telemetry.isOnGround(nowUs()) || telemetry.landedState(nowUs()) === 'OnGround';
      const stands = isOnGround && (await this.#order('disarming', disarmCommand(vehicle), 'Quiet'));
      if (!stands) await this.#order('landing', landCommand(vehicle));
    });
  }

  /** Called ten times a second: whether the ordered movement is there, in the right direction. */
  step(): void {
    const { nowUs, telemetry, tell } = this.#context;
    if (telemetry.landedState(nowUs()) === 'OnGround' && this.#goal.kind !== 'TakeOff') this.#isDistrusted = false;
    const position = telemetry.position(nowUs());
    if (position === undefined) return;
    if (this.#watch === undefined) {
      this.#trim(position);
      return;
    }
    const { fromM, toM } = this.#watch;
    const motion = heightMotion(this.#watch, position.altitudeM, nowUs());
    if (motion === 'Waiting' || motion === 'Moving') return;
    this.#watch = undefined;
    if (motion === 'Wrong') {
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
    const { mayOrder, nowUs, run, telemetry, vehicle } = this.#context;
    const point = this.#point;
    if (!('altitudeM' in this.#goal) || point === undefined || this.#isRunning || !mayOrder()) return;
    const offM = this.#goal.altitudeM - altitudeM;
    const isOff = Math.abs(offM) > TRIM_M.from && Math.abs(point.altitudeM + offM - this.#goal.altitudeM) < TRIM_M.most;
    const isStanding = Math.abs(climbRateMps) < STANDING_MPS && nowUs() - this.#sentUs > TRIM_AFTER_US;
    if (!isOff || !isStanding || telemetry.mode(nowUs()) !== 'Guided') return;
    this.#sentUs = nowUs();
    this.#point = { ...point, altitudeM: point.altitudeM + offM };
    void run(goToCommand(vehicle, this.#point));
  }

  /** In passing it is in a mode that is not its usual one. */
  get isStopping(): boolean {
    return this.#context.nowUs() - this.#stopOrderedUs < MODE_FOLLOWS_US;
  }

  #stop(): void {
    this.#stopOrderedUs = this.#context.nowUs();
    this.#begin({ kind: 'Stop' }, async (isCurrent) => {
      this.#point = undefined;
      for (const command of stopCommands(this.#context.vehicle)) {
        if (!isCurrent() || !(await this.#order('stop', command))) return;
      }
    });
  }

  /** A pilot flies: what was ordered is over. */
  yield(): void {
    this.#goal = { kind: 'None' };
    this.#watch = undefined;
    this.#point = undefined;
  }

  #begin(goal: Goal, act: (isCurrent: () => boolean) => Promise<void>): void {
    const { mayOrder, nowUs } = this.#context;
    if (!mayOrder() || (isSame(goal, this.#goal) && !this.#isDueAgain)) return;
    if (this.#goal.kind === 'Land') this.#landingOrderedUs = nowUs();
    if (this.#goal.kind === 'TakeOff') this.#takeOffOrderedUs = nowUs();
    this.#goal = goal;
    this.#sentUs = nowUs();
    this.#isRunning = true;
    const isCurrent = () => this.#goal === goal && mayOrder();
    void act(isCurrent).finally(() => {
      if (this.#goal === goal) this.#isRunning = false;
    });
  }

  /** The same order again: not while it is under way, and not at once. */
  get #isDueAgain(): boolean {
    const waitUs = this.#goal.kind === 'TakeOff' ? 0 : SAME_AGAIN_US;
    return !this.#isRunning && this.#watch === undefined && this.#context.nowUs() - this.#sentUs >= waitUs;
  }

  /** ArduCopter takes orders in one mode only. */
  async #toGuided(what: string): Promise<boolean> {
    const { nowUs, telemetry, vehicle } = this.#context;
    if (vehicle.firmware !== 'ArduCopter' || telemetry.mode(nowUs()) === 'Guided') return true;
    return this.#order(`${what}: GUIDED`, guidedCommand(vehicle));
  }

  async #order(what: string, command: MavlinkCommand, isQuiet?: 'Quiet'): Promise<boolean> {
    const outcome = await this.#context.run(command);
    const fault = faultOf(outcome);
    if (fault !== undefined && isQuiet === undefined) this.#context.tell('warn', `${what}: ${fault}`);
    if (fault !== undefined) this.#watch = undefined;
    return outcome.outcome === 'Accepted';
  }

  #expect(fromM: number, toM: number, withinUs = MOVE_WITHIN_US): void {
    this.#watch = { fromM, toM, moveByUs: this.#context.nowUs() + withinUs };
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
