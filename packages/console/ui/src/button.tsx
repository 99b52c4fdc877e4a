import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { useOff } from './off.tsx';

type ButtonLook = 'plain' | 'primary' | 'danger' | 'ghost';

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly look?: ButtonLook;
  readonly size?: 'normal' | 'large';
  /** Square, for an icon only; then it needs an `aria-label`. */
  readonly isSquare?: boolean;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A button large enough for a finger. While `isPending` it cannot be pressed again, and says so. */
export function Button({ isPending, isSquare, isWide, look = 'plain', size = 'normal', ...props }: ButtonProps) {
  const names = classNames(styles.button, styles[look], styles[size], isSquare && styles.square, isWide && styles.wide);
  const off = useOff(props.isDisabled);
  if (isPending !== true) return <AriaButton {...props} {...off} className={names} />;
  // React Aria would announce it as an unnamed picture when the button is removed.
  const { onPress: _, ...idle } = props;
  return <AriaButton {...idle} {...off} type="button" aria-disabled data-busy className={names} />;
}
