import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './severity-mark.module.css';

const SHAPES: Readonly<Record<NotificationSeverity, ReactNode>> = {
  Info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.500M12 7.500v.3" />
    </>
  ),
  Warning: <path d="M12 3.500 2.300 20.500h19.400ZM12 10v5M12 17.800v.2" />,
  Critical: <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8ZM12 7v6M12 16.500v.3" />,
  Fatal: <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8ZM8.500 8.500l7 7M15.500 8.500l-7 7" />,
};

interface SeverityBadgeProps {
  readonly severity: NotificationSeverity;
  readonly children: ReactNode;
}

/** A severity by shape and colour, with text beside it. */
export function SeverityBadge({ children, severity }: SeverityBadgeProps) {
  return (
    <span className={classNames(styles.mark, styles[severity])}>
      <SeverityIcon severity={severity} />
      {children}
    </span>
  );
}

export function SeverityIcon({ severity }: { readonly severity: NotificationSeverity }) {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" className={styles.icon}>
      {SHAPES[severity]}
    </svg>
  );
}
