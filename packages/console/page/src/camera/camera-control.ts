/** Converts all inputs of the page into camera commands that the station accepts. */
import { wrap360 } from '@kitestring/base/angles.ts';
import { Observable } from '@kitestring/console-ui/store.ts';
import type { Aim } from '@kitestring/station-contract/camera/pinhole.ts';
import { clamp } from '../parts/numbers.ts';
import { CommandLane, type LaneClock } from './command-lane.ts';
import { addSpeeds, isStanding, type Speed, type SpeedLimits } from './speed.ts';

/** Operations that move the camera. Each settles with the station's answer. */
export interface CameraPort {
  turnTo(aim: Partial<Aim>): Promise<unknown>;
  turnAt(speed: Speed, durationS: number): Promise<unknown>;
  zoomTo(streamId: string, zoom: number): Promise<unknown>;
}

/** An input that turns the camera at a speed while it is held. */
export type SteeringInput = 'keys' | 'pad' | 'stick' | 'unwind';

interface CameraLimits {
  readonly speed: SpeedLimits;
  readonly tiltMinDeg: number;
  readonly tiltMaxDeg: number;
}

/** Published figures of the 2nd Generation, until the station has sent those of the attached camera. */
export const USUAL_LIMITS: CameraLimits = {
  speed: { slowestDps: 2, fastestDps: 25 },
  tiltMinDeg: -90,
  tiltMaxDeg: 90,
};

/** Rotation and zoom together stay below the station's limit of 20 commands a second: 10 and 5. */
const TURN_EVERY_MS = 100;
const ZOOM_EVERY_MS = 200;
/** A turn at a speed is repeated at this interval; without repetition it ends by itself. */
const RENEW_EVERY_MS = 250;
const TURN_S = 0.6;
const STOP_S = 0.1;
/** Time for which a requested zoom or aim is shown before the station reports it. */
const WANTED_MS = 1500;
const AIM_SHOWN_MS = 5000;

type TurnOrder =
  | { readonly kind: 'aim'; readonly aim: Partial<Aim> }
  | { readonly kind: 'turn'; readonly speed: Speed };

interface ZoomOrder {
  readonly streamId: string;
  readonly zoom: number;
}

export class CameraControl extends Observable {
  /** Pan needs a flying Kite; tilt does not. Without pan, a request for both only tilts. */
  canPan = true;
  #isOpen = true;
  limits: CameraLimits = USUAL_LIMITS;
  readonly #port: CameraPort;
  readonly #clock: LaneClock;
  readonly #turns: CommandLane<TurnOrder>;
  readonly #zooms: CommandLane<ZoomOrder>;
  readonly #steering = new Map<SteeringInput, Speed>();
  /** Inputs refused by the station: not sent again until they are released. */
  readonly #refused = new Set<SteeringInput>();
  #cancelRenewal: (() => void) | undefined;
  #zoomWanted: (ZoomOrder & { readonly atMs: number }) | undefined;
  #aimWanted: Partial<Aim> | undefined;
  #cancelAimShown: (() => void) | undefined;
  #trouble: { readonly of: 'turn' | 'zoom'; readonly error: unknown } | undefined;

  constructor(port: CameraPort, clock: LaneClock) {
    super();
    this.#port = port;
    this.#clock = clock;
    this.#turns = new CommandLane((order) => this.#turn(order), TURN_EVERY_MS, clock);
    this.#zooms = new CommandLane((order) => this.#zoom(order), ZOOM_EVERY_MS, clock);
  }

  /** Why the last command failed; cleared by the next successful one. */
  get trouble(): unknown {
    return this.#trouble?.error;
  }

  /** Recently requested aim of the camera. */
  get aimWanted(): Partial<Aim> | undefined {
    return this.#aimWanted;
  }

  get isUnwinding(): boolean {
    return this.#steering.has('unwind');
  }

  /** While it is closed, inputs are ignored; held inputs are released, and end at the station by themselves. */
  set isOpen(isOpen: boolean) {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) return;
    this.#letGo();
    this.#turns.forget();
    this.#zooms.forget();
    this.#become(() => (this.#aimWanted = undefined));
  }

  /** Points the camera and releases all inputs. Tilt is limited by the gimbal. */
  aim({ panDeg, tiltDeg }: Partial<Aim>): void {
    if (!this.#isOpen) return;
    this.#letGo();
    const isPanned = panDeg !== undefined && (this.canPan || tiltDeg === undefined);
    const { tiltMaxDeg, tiltMinDeg } = this.limits;
    const aim = {
      ...(isPanned && { panDeg: wrap360(round(panDeg)) }),
      ...(tiltDeg !== undefined && { tiltDeg: round(clamp(tiltDeg, tiltMinDeg, tiltMaxDeg)) }),
    };
    // A waiting order for the other axis is merged with this one, not replaced.
    const { waiting } = this.#turns;
    const joined = waiting?.kind === 'aim' ? { ...waiting.aim, ...aim } : aim;
    this.#turns.give({ kind: 'aim', aim: joined });
    this.#showAim({ ...this.#aimWanted, ...aim });
  }

  /** Turns at a speed until the input sends another one, or 0. */
  steer(input: SteeringInput, speed: Speed): void {
    if (isStanding(speed)) {
      this.#refused.delete(input);
      if (this.#steering.delete(input)) this.#steered();
      return;
    }
    if (!this.#isOpen || this.#refused.has(input) || isSame(this.#steering.get(input), speed)) return;
    if (input !== 'unwind' && this.#steering.delete('unwind')) this.tell();
    this.#steering.set(input, speed);
    this.#steered();
  }

  /** Releases every input: the page is hidden, or has lost the keyboard. */
  release(): void {
    this.#refused.clear();
    if (this.#steering.size === 0) return;
    this.#steering.clear();
    this.#steered();
  }

  zoomTo(streamId: string, zoom: number): void {
    if (!this.#isOpen) return;
    this.#zoomWanted = { streamId, zoom, atMs: this.#clock.nowMs() };
    this.#zooms.give({ streamId, zoom });
    this.tell();
  }

  /** Base for the next zoom step: the last requested value while it is not reported yet, otherwise the reported one. */
  zoomFrom(streamId: string, shownZoom: number): number {
    const wanted = this.#zoomWanted;
    if (wanted === undefined || wanted.streamId !== streamId) return shownZoom;
    return this.#clock.nowMs() - wanted.atMs < WANTED_MS ? wanted.zoom : shownZoom;
  }

  forgetTrouble(): void {
    this.#become(() => (this.#trouble = undefined));
  }

  #showAim(aim: Partial<Aim>): void {
    this.#cancelAimShown?.();
    this.#cancelAimShown = this.#clock.after(AIM_SHOWN_MS, () => this.#become(() => (this.#aimWanted = undefined)));
    this.#become(() => (this.#aimWanted = aim));
  }

  #letGo(): void {
    this.#steering.clear();
    this.#stopRenewing();
  }

  #steered(): void {
    this.#aimWanted = undefined;
    this.#stopRenewing();
    const speed = this.#speed();
    this.#turns.give({ kind: 'turn', speed });
    if (!isStanding(speed)) this.#cancelRenewal = this.#clock.after(RENEW_EVERY_MS, () => this.#steered());
    this.tell();
  }

  #speed(): Speed {
    const sum = addSpeeds(this.#steering.values(), this.limits.speed);
    return this.canPan || sum.tiltDps === 0 ? sum : { ...sum, panDps: 0 };
  }

  #stopRenewing(): void {
    this.#cancelRenewal?.();
    this.#cancelRenewal = undefined;
  }

  async #turn(order: TurnOrder): Promise<void> {
    try {
      if (order.kind === 'aim') await this.#port.turnTo(order.aim);
      else await this.#port.turnAt(order.speed, isStanding(order.speed) ? STOP_S : TURN_S);
      this.#went('turn');
    } catch (error) {
      this.#refuse(order, error);
    }
  }

  async #zoom({ streamId, zoom }: ZoomOrder): Promise<void> {
    try {
      await this.#port.zoomTo(streamId, zoom);
      this.#went('zoom');
    } catch (error) {
      this.#zoomWanted = undefined;
      this.#become(() => (this.#trouble = { of: 'zoom', error }));
    }
  }

  #refuse(order: TurnOrder, error: unknown): void {
    if (order.kind === 'turn') {
      for (const input of this.#steering.keys()) this.#refused.add(input);
      this.#letGo();
      this.#turns.forget();
    }
    this.#aimWanted = undefined;
    this.#become(() => (this.#trouble = { of: 'turn', error }));
  }

  #went(what: 'turn' | 'zoom'): void {
    if (this.#trouble?.of === what) this.forgetTrouble();
  }

  #become(change: () => void): void {
    change();
    this.tell();
  }
}

const isSame = (one: Speed | undefined, other: Speed): boolean =>
  one?.panDps === other.panDps && one.tiltDps === other.tiltDps;

/** In hundredths, as the station shows angles. */
const round = (angleDeg: number): number => Math.round(angleDeg * 100) / 100;
