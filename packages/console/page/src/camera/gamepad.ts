/** Camera commands by gamepad. */
import { stickWay, type Way } from './speed.ts';

interface GamepadWish {
  readonly way: Way;
  /** Triggers, 0 to 1. */
  readonly closer: number;
  readonly further: number;
}

type GamepadReading = Pick<Gamepad, 'axes' | 'connected'> & {
  readonly buttons: readonly { readonly value: number }[];
};

/** Indices of the "standard" mapping of the W3C Gamepad recommendation. */
const LEFT_STICK = [0, 1] as const;
const RIGHT_STICK = [2, 3] as const;
const LEFT_TRIGGER = 6;
const RIGHT_TRIGGER = 7;
/** Triggers at rest may be slightly pressed. */
const TRIGGER_REST = 0.06;

/** Either stick turns; the one that is pushed further counts. */
export function gamepadWish(gamepad: GamepadReading): GamepadWish {
  const ways = [LEFT_STICK, RIGHT_STICK].map(([x, y]) => stickWay(gamepad.axes[x] ?? 0, gamepad.axes[y] ?? 0));
  const [way = { right: 0, down: 0 }] = ways.toSorted((a, b) => deflection(b) - deflection(a));
  return { way, closer: pressedShare(gamepad, RIGHT_TRIGGER), further: pressedShare(gamepad, LEFT_TRIGGER) };
}

const deflection = ({ down, right }: Way): number => Math.hypot(right, down);

function pressedShare({ buttons }: GamepadReading, index: number): number {
  const value = buttons[index]?.value ?? 0;
  return value > TRIGGER_REST ? value : 0;
}
