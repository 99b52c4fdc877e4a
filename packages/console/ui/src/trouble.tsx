import { AlertIcon } from './icons.tsx';
import styles from './trouble.module.css';

/** A refusal or a fault, shown where it arose. */
export function Trouble({ text }: { readonly text: string | undefined }) {
  return (
    <div role="alert" className={styles.place}>
      {text !== undefined && (
        <p className={styles.trouble}>
          <AlertIcon />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
