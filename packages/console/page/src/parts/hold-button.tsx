import { classNames } from '@kitestring/console-ui/class-names.ts';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './hold-button.module.css';
import { useHasJustChanged } from './use-has-just-changed.ts';

/** Hold time: long enough to exclude accidental touches. */
const HOLD_MS = 1000;
/** Screen readers cannot hold: there a second press within this time confirms. */
const ARMED_MS = 4000;

export interface HoldButtonProps {
  readonly children: ReactNode;
  /** Held for the whole time; with `isInstant`, tapped. */
  readonly onHeld: () => void;
  /** `demanded`: by an alarm; `abort`: of another shape and colour than a landing. */
  readonly look: 'primary' | 'warn' | 'demanded' | 'abort';
  readonly isDisabled?: boolean;
  /** Acts on a tap: for commands that must never wait. */
  readonly isInstant?: boolean;
  /** Current action. If it changes during a press, that press has no further effect. */
  readonly action?: string;
  /** Instead of the hint to hold: why it is disabled, or what is in progress. */
  readonly hint?: string | undefined;
}

/** A button that acts when it is held, by pointer or by space or enter key. */
export function HoldButton(props: HoldButtonProps) {
  const { action = '', children, isInstant = false, look } = props;
  const words = useWords();
  const hasJustChanged = useHasJustChanged(`${action} ${isInstant}`) && isInstant;
  const isDisabled = props.isDisabled === true || hasJustChanged;
  const { handlers, isArmed, isHeld } = useHold({ ...props, isDisabled, isInstant, action });
  const usual = hasJustChanged ? words.ui.justChanged : isInstant ? undefined : words.ui.holdToConfirm;
  const hint = isArmed ? words.ui.pressAgain : (props.hint ?? usual);
  return (
    <button
      type="button"
      className={classNames(styles.hold, styles[look], isHeld && styles.held, isInstant && styles.instant)}
      aria-disabled={isDisabled}
      {...(!isInstant && !isDisabled && { 'aria-description': words.ui.holdToConfirm })}
      onContextMenu={(event) => event.preventDefault()}
      {...handlers}
    >
      <span className={styles.fill} data-progress style={{ transitionDuration: isHeld ? `${HOLD_MS}ms` : '150ms' }} />
      <span className={styles.label}>{children}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </button>
  );
}

type HoldOptions = Required<Pick<HoldButtonProps, 'isDisabled' | 'isInstant' | 'action'>> &
  Pick<HoldButtonProps, 'onHeld'>;

function useHold({ action, isDisabled, isInstant, onHeld }: HoldOptions) {
  const [isHeld, setIsHeld] = useState(false);
  const [isArmed, arm] = useArmed();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onHeld);
  latest.current = onHeld;
  const does = `${action} ${isInstant}`;
  /** Action at the start of the press in progress; undefined without one. */
  const pressedFor = useRef<string>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    setIsHeld(false);
    // The browser sends a click right after the release.
    setTimeout(() => {
      pressedFor.current = undefined;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press belongs to the function at its start
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      setIsHeld(false);
    },
    [does],
  );
  const begin = () => {
    pressedFor.current = does;
    if (isDisabled || isHeld || isInstant) return;
    setIsHeld(true);
    timer.current = setTimeout(() => {
      setIsHeld(false);
      latest.current();
    }, HOLD_MS);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      begin();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
    onBlur: end,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      if (!isInstant || event.repeat) event.preventDefault();
      if (!event.repeat) begin();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isInstant && event.key === ' ') event.preventDefault();
      end();
    },
    onClick: (event: MouseEvent) => {
      const isOfAnotherTime = pressedFor.current !== undefined && pressedFor.current !== does;
      if (isDisabled || isOfAnotherTime) return;
      if (isInstant) onHeld();
      // Neither pointer nor key: assistive technology.
      else if (event.detail === 0 && pressedFor.current === undefined && arm()) onHeld();
    },
  };
  return { handlers, isArmed, isHeld };
}

/** The first call arms, and a second one within the time returns true. */
function useArmed(): [boolean, () => boolean] {
  const [isArmed, setIsArmed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const arm = () => {
    clearTimeout(timer.current);
    setIsArmed(!isArmed);
    if (!isArmed) timer.current = setTimeout(() => setIsArmed(false), ARMED_MS);
    return isArmed;
  };
  return [isArmed, arm];
}
