import { type Cancel, US_PER_S } from '@kitestring/base/clock.ts';
import type { GimbalView, OnvifStation, OnvifStream, StationRefusal } from '../onvif-station.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { type PtzDirection, type PtzRange, wrapped } from './spaces.ts';

/** Longest turn of one order to the station, and when it is given again, seconds. */
const TURN_S = 10;
const TURN_AGAIN_S = 5;
const ZOOM_STEP_S = 0.1;
/** Less than the noise of the gimbal. */
const SAME_DEG = 0.05;
/** An order is reported after a sample: until then it counts as movement. */
const ORDERED_US = 0.2 * US_PER_S;

/** A velocity: degrees per second clockwise and up, zoom as doublings per second. An absent axis keeps its motion. */
interface PtzVelocity {
  readonly panTilt?: { readonly panDps: number; readonly tiltUpDps: number };
  readonly zoomPerS?: number;
}

const REFUSALS: Readonly<Record<string, readonly ['Sender' | 'Receiver', string]>> = {
  CONTROL_TAKEN: ['Sender', 'OperationProhibited'],
  WRONG_FLIGHT_STATE: ['Sender', 'OperationProhibited'],
  TETHER_TWISTED: ['Sender', 'InvalidArgVal/InvalidPosition'],
  INVALID_ZOOM: ['Sender', 'InvalidArgVal/InvalidPosition'],
  SPEED_OUT_OF_RANGE: ['Sender', 'InvalidArgVal/InvalidVelocity'],
  NOT_FITTED: ['Sender', 'InvalidArgVal/SpaceNotSupported'],
};

/** The fault for a refusal of the station. */
export function refusalFault({ code, message }: StationRefusal): SoapFault {
  const [side, subcodes] = REFUSALS[code] ?? ['Receiver', 'Action'];
  return new SoapFault(side, subcodes, message);
}

/** Moves of the gimbal and the zoom by the orders of the station. */
export class PtzControl {
  readonly #station: OnvifStation;
  /** Number of moves and stops that clients have asked for. */
  moves = 0;
  #orderedUs = Number.NEGATIVE_INFINITY;
  #endTurn: Cancel = () => {};
  readonly #zoomRamps = new Map<string, Cancel>();

  constructor(station: OnvifStation) {
    this.#station = station;
  }

  rangeOf({ stream_id, zoom_max }: OnvifStream): PtzRange {
    const gimbal = this.#station.gimbal();
    const { maxDps = 25, minDps = 2, tiltMaxDeg = 80, tiltMinDeg = -11 } = gimbal ?? {};
    return { streamId: stream_id, tiltMinDeg, tiltMaxDeg, minDps, maxDps, zoomMax: zoom_max };
  }

  /** PtzDirection now. @throws SoapFault while it is unknown */
  direction(): PtzDirection {
    const { panDeg, tiltDeg } = this.#gimbal();
    if (panDeg === undefined || tiltDeg === undefined) throw cameraOff();
    return { panDeg, tiltDeg };
  }

  zoom(streamId: string): number {
    return this.#station.view(streamId)?.zoom ?? 1;
  }

  /** An order is not carried out yet, or an axis turns. */
  get isTurning(): boolean {
    const gimbal = this.#station.gimbal();
    const isFresh = this.#station.clock.nowUs() - this.#orderedUs < ORDERED_US;
    return gimbal !== undefined && (gimbal.isMoving || isFresh);
  }

  isZooming(streamId: string): boolean {
    return this.#zoomRamps.has(streamId);
  }

  /** @throws SoapFault */
  async turnTo({ panDeg, tiltDeg }: PtzDirection, { tiltMaxDeg, tiltMinDeg }: PtzRange): Promise<void> {
    this.moves += 1;
    this.#endTurn();
    const clipped = Math.min(tiltMaxDeg, Math.max(tiltMinDeg, tiltDeg));
    await this.#order('camera/control/rotate_to_angle', {
      ...(!this.#isPanAt(panDeg) && { pan_ned: (wrapped(panDeg) + 360) % 360 }),
      tilt_ned: clipped,
    });
  }

  /** Turns and zooms for a time. @throws SoapFault */
  async move(streamId: string, { panTilt, zoomPerS }: PtzVelocity, timeoutS: number, range: PtzRange): Promise<void> {
    this.moves += 1;
    if (panTilt !== undefined) await this.#turn(panTilt, timeoutS, range);
    if (zoomPerS !== undefined) this.#rampZoom(streamId, zoomPerS, timeoutS, range.zoomMax);
  }

  /** @throws SoapFault */
  async setZoom(streamId: string, zoom: number): Promise<void> {
    this.moves += 1;
    this.#endRamp(streamId);
    await this.#set(streamId, zoom);
  }

  /** @throws SoapFault */
  async stop(streamId: string, axes: { readonly panTilt: boolean; readonly zoom: boolean }): Promise<void> {
    this.moves += 1;
    if (axes.zoom) this.#endRamp(streamId);
    if (!axes.panTilt) return;
    this.#endTurn();
    await this.#order('camera/control/rotate_with_speed', { duration: 0.1 });
  }

  /** Ends all that would go on by itself. */
  close(): void {
    this.#endTurn();
    for (const streamId of [...this.#zoomRamps.keys()]) this.#endRamp(streamId);
  }

  async #turn(
    { panDps, tiltUpDps }: Required<PtzVelocity>['panTilt'],
    timeoutS: number,
    range: PtzRange,
  ): Promise<void> {
    this.#endTurn();
    const { clock } = this.#station;
    const endUs = clock.nowUs() + timeoutS * US_PER_S;
    const speeds = { pan_speed: served(panDps, range), tilt_speed: served(-tiltUpDps, range) };
    const give = () => {
      const leftS = (endUs - clock.nowUs()) / US_PER_S;
      const duration = Math.max(0.1, Math.min(TURN_S, leftS));
      if (leftS > TURN_S) this.#endTurn = clock.schedule(clock.nowUs() + TURN_AGAIN_S * US_PER_S, again);
      return this.#order('camera/control/rotate_with_speed', { ...speeds, duration });
    };
    // A refusal later on, for example by a pilot who has taken control, ends the turn.
    const again = () => void give().catch(() => this.#endTurn());
    if (panDps === 0 && tiltUpDps === 0) await this.#order('camera/control/rotate_with_speed', { duration: 0.1 });
    else await give();
  }

  #rampZoom(streamId: string, zoomPerS: number, timeoutS: number, zoomMax: number): void {
    this.#endRamp(streamId);
    if (zoomPerS === 0) return;
    const { clock } = this.#station;
    const endUs = clock.nowUs() + timeoutS * US_PER_S;
    const arm = () => this.#zoomRamps.set(streamId, clock.schedule(clock.nowUs() + ZOOM_STEP_S * US_PER_S, step));
    const step = () => {
      const next = this.zoom(streamId) * 2 ** (zoomPerS * ZOOM_STEP_S);
      const isOver = next <= 1 || next >= zoomMax || clock.nowUs() >= endUs;
      if (isOver) this.#zoomRamps.delete(streamId);
      else arm();
      void this.#set(streamId, Math.min(zoomMax, Math.max(1, next))).catch(() => this.#endRamp(streamId));
    };
    arm();
  }

  #endRamp(streamId: string): void {
    this.#zoomRamps.get(streamId)?.();
    this.#zoomRamps.delete(streamId);
  }

  #set(streamId: string, zoom: number): Promise<void> {
    return this.#send(`videostreams/${encodeURIComponent(streamId)}/control/zoom`, { zoom_level: zoom });
  }

  /** Pan is possible in flight only: a move that needs none is none, so that the camera tilts on the ground too. */
  #isPanAt(panDeg: number): boolean {
    const now = this.#station.gimbal();
    if (now?.panDeg === undefined || this.isTurning) return false;
    return Math.abs(wrapped(panDeg - now.panDeg)) < SAME_DEG;
  }

  async #order(path: Parameters<OnvifStation['order']>[0], body: object): Promise<void> {
    await this.#send(path, body);
    this.#orderedUs = this.#station.clock.nowUs();
  }

  async #send(path: Parameters<OnvifStation['order']>[0], body: object): Promise<void> {
    const refusal = await this.#station.order(path, body);
    if (refusal !== undefined) throw refusalFault(refusal);
  }

  #gimbal(): GimbalView {
    const gimbal = this.#station.gimbal();
    if (gimbal === undefined) throw cameraOff();
    return gimbal;
  }
}

const cameraOff = () => new SoapFault('Receiver', 'Action', 'the camera does not tell its direction');

/** A speed that the gimbal has: its slowest for less, 0 to stop. */
function served(dps: number, { maxDps, minDps }: PtzRange): number {
  if (dps === 0) return 0;
  return Math.sign(dps) * Math.min(maxDps, Math.max(minDps, Math.abs(dps)));
}
