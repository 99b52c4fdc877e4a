import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import styles from './off.module.css';

interface OffReasonOf {
  /** The element with the reason. */
  readonly id: string;
  readonly text: string;
}

const OffContext = createContext<OffReasonOf | undefined>(undefined);

/** Disables all controls inside while there is a reason, which `OffReason` shows and which describes every control. */
export function Off({ children, why }: { readonly why: string | undefined; readonly children: ReactNode }) {
  const id = useId();
  const off = useMemo(() => (why === undefined ? undefined : { id, text: why }), [id, why]);
  return (
    <OffContext value={off}>
      <div className={styles.area} data-why={why}>
        {children}
      </div>
    </OffContext>
  );
}

/** The reason in one line, once in each `Off`. `isHidden`: only for screen readers, if it is visible elsewhere. */
export function OffReason({ isHidden = false }: { readonly isHidden?: boolean }) {
  const off = useContext(OffContext);
  if (off === undefined) return null;
  return (
    <p id={off.id} className={isHidden ? 'hidden-visually' : styles.reason}>
      {off.text}
    </p>
  );
}

/** Properties that a control gets from its surroundings. */
export function useOff(isDisabled = false): { readonly isDisabled: boolean; readonly 'aria-describedby'?: string } {
  const off = useContext(OffContext);
  return off === undefined ? { isDisabled } : { isDisabled: true, 'aria-describedby': off.id };
}
