import { PIN_PLATE, PIN_SYMBOLS } from '@kitestring/station-contract/place/pin-symbols.ts';
import type { PinKind } from '@kitestring/station-contract/station/pin.ts';
import styles from './place.module.css';

/** A pin with the symbol of its kind, for a drawing: its tip is at the origin. */
export const PinDrawn = ({ kind }: { readonly kind: PinKind }) => (
  <>
    <path className={styles.plate} d={PIN_PLATE} />
    <path className={styles.kind} d={PIN_SYMBOLS[kind]} transform="translate(0 -16)" />
  </>
);

/** Beside the name of a pin, which says its kind in words. */
export const PinIcon = ({ kind }: { readonly kind: PinKind }) => (
  <svg className={styles.pinIcon} aria-hidden="true" width="22" height="28" viewBox="-11 -27 22 28">
    <PinDrawn kind={kind} />
  </svg>
);
