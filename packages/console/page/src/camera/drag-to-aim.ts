/** Camera commands by touch and mouse on the picture: drag, click, double click, long press, wheel, two fingers. */

import {
  type Aim,
  aimFor,
  type Direction,
  directionAt,
  type PicturePoint,
  type View,
  zoomed,
} from '@kitestring/station-contract/camera/pinhole.ts';
import type { CameraControl } from './camera-control.ts';
import type { LaneClock } from './command-lane.ts';
import { CLOSER_FACTOR, type ZoomRange, zoomWithin } from './zoom.ts';

/** A place on the picture, pixels from its top left corner. */
export interface PlacePx {
  readonly xPx: number;
  readonly yPx: number;
}

/** The picture under the pointer. */
export interface GrippedPicture {
  readonly streamId: string;
  readonly zoomRange: ZoomRange;
  readonly sizePx: { readonly widthPx: number; readonly heightPx: number };
  /** View of the displayed picture, and its zoom; undefined while unknown. */
  readonly view: (View & { readonly zoom: number }) | undefined;
  /** Handles clicks instead of the camera. */
  readonly onClick?: ((direction: Direction) => void) | undefined;
  /** Handles a long press, the right button and the key for menus. */
  readonly onAsk?: ((direction: Direction) => void) | undefined;
}

/** A shorter movement is a click with an unsteady hand. */
const DRAG_PX = 8;
/** A pointer that rests for so long asks what is there, and aims at nothing. */
const LONG_PRESS_MS = 600;
const DOUBLE_CLICK_MS = 350;
const DOUBLE_CLICK_PX = 24;
/** Turns of the wheel within this time belong together, as long as the pointer rests: the camera has not turned meanwhile. */
const WHEEL_PAUSE_MS = 1500;
const WHEEL_MOVE_PX = 6;

type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'pressed'; readonly at: PlacePx; readonly grabbed: Direction }
  | { readonly kind: 'drag'; readonly grabbed: Direction }
  | { readonly kind: 'pinch'; readonly grabbed: Direction; readonly spreadPx: number; readonly zoom: number };

export class DragToAim {
  readonly #control: CameraControl;
  readonly #picture: () => GrippedPicture;
  readonly #clock: LaneClock;
  readonly #pointers = new Map<number, PlacePx>();
  #gesture: Gesture = { kind: 'none' };
  #cancelLongPress = (): void => {};
  #clicked: { readonly at: PlacePx; readonly atMs: number } | undefined;
  #wheel: { readonly at: PlacePx; readonly atMs: number; readonly grabbed: Direction } | undefined;

  constructor(control: CameraControl, picture: () => GrippedPicture, clock: LaneClock) {
    this.#control = control;
    this.#picture = picture;
    this.#clock = clock;
  }

  get isDragging(): boolean {
    return this.#gesture.kind === 'drag' || this.#gesture.kind === 'pinch';
  }

  down(pointerId: number, at: PlacePx): void {
    this.#pointers.set(pointerId, at);
    this.#cancelLongPress();
    const { view } = this.#picture();
    if (view === undefined) return;
    if (this.#pointers.size > 1) {
      this.#gesture = this.#pinchFrom(view);
      return;
    }
    const grabbed = this.#directionAt(view, at);
    this.#gesture = { kind: 'pressed', at, grabbed };
    this.#cancelLongPress = this.#clock.after(LONG_PRESS_MS, () => {
      if (this.#gesture.kind === 'pressed') this.#ask(grabbed);
    });
  }

  move(pointerId: number, at: PlacePx): void {
    if (!this.#pointers.has(pointerId)) return;
    this.#pointers.set(pointerId, at);
    const gesture = this.#gesture;
    if (gesture.kind === 'pressed' && distancePx(gesture.at, at) > DRAG_PX) {
      this.#gesture = { kind: 'drag', grabbed: gesture.grabbed };
    }
    const { view } = this.#picture();
    if (view === undefined) return;
    if (this.#gesture.kind === 'drag') this.#control.aim(aimFor(view, this.#gesture.grabbed, this.#pointAt(at)));
    else if (this.#gesture.kind === 'pinch') this.#pinch(view, this.#gesture);
  }

  /** The pointer has left the picture. @param isWanted false when the browser has cancelled it */
  up(pointerId: number, isWanted: boolean): void {
    const at = this.#pointers.get(pointerId);
    this.#pointers.delete(pointerId);
    this.#cancelLongPress();
    if (at === undefined) return;
    const gesture = this.#gesture;
    // The other finger is still down: it has no effect until it is lifted too.
    this.#gesture = { kind: 'none' };
    if (gesture.kind === 'pressed' && isWanted) this.#click(at, gesture.grabbed);
  }

  /** A menu is wanted there, or in the middle by a key. A pressed finger is waited for: browsers ask at different times. */
  menu(at?: PlacePx): void {
    const { view } = this.#picture();
    if (view === undefined || this.#pointers.size > 0) return;
    this.#ask(at === undefined ? directionAt(view, { x: 0.5, y: 0.5 }) : this.#directionAt(view, at));
  }

  #ask(direction: Direction): void {
    const { onAsk } = this.#picture();
    if (onAsk === undefined) return;
    this.#gesture = { kind: 'none' };
    onAsk(direction);
  }

  /** Zooms about a point, which stays in place. */
  wheel(at: PlacePx, factor: number): void {
    const { streamId, view, zoomRange } = this.#picture();
    if (view === undefined) return;
    const nowMs = this.#clock.nowMs();
    const isSame =
      this.#wheel !== undefined &&
      nowMs - this.#wheel.atMs < WHEEL_PAUSE_MS &&
      distancePx(this.#wheel.at, at) < WHEEL_MOVE_PX;
    const grabbed = isSame && this.#wheel ? this.#wheel.grabbed : this.#directionAt(view, at);
    this.#wheel = { at, atMs: nowMs, grabbed };
    const zoom = zoomWithin(zoomRange, this.#control.zoomFrom(streamId, view.zoom) * factor);
    if (zoom === this.#control.zoomFrom(streamId, view.zoom)) return;
    this.#zoomAbout(view, zoom, grabbed, this.#pointAt(at));
  }

  /** Zooms about the middle. */
  zoomBy(factor: number): void {
    const { streamId, view, zoomRange } = this.#picture();
    if (view === undefined) return;
    const before = this.#control.zoomFrom(streamId, view.zoom);
    const zoom = zoomWithin(zoomRange, before * factor);
    if (zoom !== before) this.#control.zoomTo(streamId, zoom);
  }

  #click(at: PlacePx, grabbed: Direction): void {
    const { onClick } = this.#picture();
    if (onClick === undefined) this.#centre(at, grabbed);
    else onClick(grabbed);
  }

  #centre(at: PlacePx, grabbed: Direction): void {
    const before = this.#clicked;
    const nowMs = this.#clock.nowMs();
    this.#clicked = { at, atMs: nowMs };
    const isSecond =
      before !== undefined && nowMs - before.atMs < DOUBLE_CLICK_MS && distancePx(before.at, at) < DOUBLE_CLICK_PX;
    // The first click has started to centre the point, so that the position now shows something else.
    if (isSecond) this.zoomBy(CLOSER_FACTOR);
    else this.#control.aim({ panDeg: grabbed.azimuthDeg, tiltDeg: grabbed.depressionDeg });
  }

  #pinchFrom(view: View & { readonly zoom: number }): Gesture {
    const { middle, spreadPx } = this.#fingers();
    const { streamId } = this.#picture();
    const zoom = this.#control.zoomFrom(streamId, view.zoom);
    return { kind: 'pinch', grabbed: this.#directionAt(view, middle), spreadPx, zoom };
  }

  #pinch(
    view: View & { readonly zoom: number },
    { grabbed, spreadPx, zoom }: Extract<Gesture, { kind: 'pinch' }>,
  ): void {
    const { zoomRange } = this.#picture();
    const fingers = this.#fingers();
    if (spreadPx < 1) return;
    const wanted = zoomWithin(zoomRange, (zoom * fingers.spreadPx) / spreadPx);
    this.#zoomAbout(view, wanted, grabbed, this.#pointAt(fingers.middle));
  }

  #zoomAbout(view: View & { readonly zoom: number }, zoom: number, grabbed: Direction, point: PicturePoint): void {
    const { streamId } = this.#picture();
    if (zoom !== this.#control.zoomFrom(streamId, view.zoom)) this.#control.zoomTo(streamId, zoom);
    const closer = zoomed(view, view.zoom, zoom);
    const aim = aimFor(closer, grabbed, point);
    if (isWorthTurning(closer, aim)) this.#control.aim(aim);
  }

  #fingers(): { middle: PlacePx; spreadPx: number } {
    const [one = { xPx: 0, yPx: 0 }, other = one] = [...this.#pointers.values()];
    const middle = { xPx: (one.xPx + other.xPx) / 2, yPx: (one.yPx + other.yPx) / 2 };
    return { middle, spreadPx: distancePx(one, other) };
  }

  #pointAt({ xPx, yPx }: PlacePx): PicturePoint {
    const { heightPx, widthPx } = this.#picture().sizePx;
    return { x: xPx / widthPx, y: yPx / heightPx };
  }

  #directionAt = (view: View, at: PlacePx): Direction => directionAt(view, this.#pointAt(at));
}

const distancePx = (one: PlacePx, other: PlacePx): number => Math.hypot(one.xPx - other.xPx, one.yPx - other.yPx);

/** A camera that would move by less than a hundredth of its picture is not moved. */
const isWorthTurning = (view: View, { panDeg, tiltDeg }: Aim): boolean =>
  Math.hypot(panDeg - view.panDeg, tiltDeg - view.tiltDeg) > view.horizontalDeg / 100;
