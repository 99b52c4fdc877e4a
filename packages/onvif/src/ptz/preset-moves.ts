import { type Cancel, US_PER_S } from '@kitestring/base/clock.ts';
import type { EventBroker } from '../events/event-broker.ts';
import type { OnvifStation } from '../onvif-station.ts';
import type { Preset, PresetView } from './presets.ts';
import type { PtzControl } from './ptz-control.ts';
import { wrapped } from './spaces.ts';

const TOPICS = {
  invoked: 'PTZController/PTZPresets/Invoked',
  reached: 'PTZController/PTZPresets/Reached',
  aborted: 'PTZController/PTZPresets/Aborted',
  left: 'PTZController/PTZPresets/Left',
} as const;
const LOOK_US = { invoked: 0.2 * US_PER_S, reached: US_PER_S };
/** A camera that stands elsewhere for so long does not come any more. */
const STILL_US = US_PER_S;
/** The longest turn takes 16 s, and a Kite may have to follow. */
const MOVE_MAX_US = 60 * US_PER_S;
/** Farther than the gimbal's noise, nearer than anything a viewer sees. */
const SAME = { deg: 0.5, zoomShare: 0.02 };

interface PresetMoveDeps {
  readonly station: Pick<OnvifStation, 'clock' | 'gimbal'>;
  readonly ptz: Pick<PtzControl, 'isTurning' | 'isZooming' | 'moves' | 'zoom'>;
  readonly events: Pick<EventBroker, 'announce' | 'wants'>;
}

/** Goal of a move; without a zoom where the stream has none. */
type PresetGoal = Omit<PresetView, 'zoom'> & { readonly zoom?: number };

interface PresetMove {
  readonly state: 'invoked' | 'reached';
  readonly preset: Pick<Preset, 'token' | 'name'>;
  readonly goal: PresetGoal;
  readonly streamId: string;
  /** Number of the last move that belongs to it. */
  readonly moves: number;
  readonly beganUs: number;
  /** When the camera was last seen to move. */
  readonly movedUs: number;
}

/**
 * Tells of a move to a preset.
 *
 *     begin ▶ invoked ──arrives──▶ reached ──leaves──▶ (left)
 *                └──other move, stops elsewhere──▶ (aborted)
 */
export class PresetMoves {
  readonly #deps: PresetMoveDeps;
  #move: PresetMove | undefined;
  #cancel: Cancel = () => {};

  constructor(deps: PresetMoveDeps) {
    this.#deps = deps;
  }

  /** The station has accepted the orders. Nothing is observed without a subscription. */
  begin(preset: PresetMove['preset'], goal: PresetGoal, streamId: string): void {
    const { events, ptz, station } = this.#deps;
    const before = this.#move;
    if (before?.state === 'invoked') this.#finish('aborted');
    else if (before !== undefined && before.preset.token !== preset.token) this.#finish('left');
    const nowUs = station.clock.nowUs();
    this.close();
    if (!events.wants(Object.values(TOPICS))) return;
    this.#enter({ state: 'invoked', preset, goal, streamId, moves: ptz.moves, beganUs: nowUs, movedUs: nowUs });
    this.#tell('invoked', preset, streamId);
  }

  close(): void {
    this.#cancel();
    this.#move = undefined;
  }

  #look(): void {
    const move = this.#move;
    const isWanted = this.#deps.events.wants(Object.values(TOPICS));
    const next = move && isWanted ? this.#next(move) : undefined;
    if (move === undefined || next === undefined) this.close();
    else if (typeof next === 'string') this.#finish(next);
    else {
      if (next.state !== move.state) this.#tell('reached', move.preset, move.streamId);
      this.#enter(next);
    }
  }

  #next(move: PresetMove): PresetMove | 'aborted' | 'left' {
    const isThere = this.#isAt(move);
    if (move.state === 'reached') return isThere ? move : 'left';
    const nowUs = this.#deps.station.clock.nowUs();
    const movedUs = this.#isMoving(move) ? nowUs : move.movedUs;
    if (this.#deps.ptz.moves !== move.moves) return 'aborted';
    if (isThere && movedUs < nowUs) return { ...move, state: 'reached' };
    const isOver = nowUs - movedUs >= STILL_US || nowUs - move.beganUs >= MOVE_MAX_US;
    return isOver ? 'aborted' : { ...move, movedUs };
  }

  #isMoving({ streamId }: PresetMove): boolean {
    const { ptz } = this.#deps;
    return ptz.isTurning || ptz.isZooming(streamId);
  }

  #isAt({ goal, streamId }: PresetMove): boolean {
    const { panDeg, tiltDeg } = this.#deps.station.gimbal() ?? {};
    if (panDeg === undefined || tiltDeg === undefined) return false;
    const isZoomed =
      goal.zoom === undefined || Math.abs(this.#deps.ptz.zoom(streamId) / goal.zoom - 1) < SAME.zoomShare;
    const isTurned = Math.abs(wrapped(panDeg - goal.panDeg)) < SAME.deg;
    return isZoomed && isTurned && Math.abs(tiltDeg - goal.tiltDeg) < SAME.deg;
  }

  #enter(move: PresetMove): void {
    const { clock } = this.#deps.station;
    this.#cancel();
    this.#move = move;
    this.#cancel = clock.schedule(clock.nowUs() + LOOK_US[move.state], () => this.#look());
  }

  #finish(how: 'aborted' | 'left'): void {
    const move = this.#move;
    this.close();
    if (move !== undefined) this.#tell(how, move.preset, move.streamId);
  }

  #tell(what: keyof typeof TOPICS, { name, token }: PresetMove['preset'], streamId: string): void {
    this.#deps.events.announce(TOPICS[what], `ptz_${streamId}`, token, name);
  }
}
