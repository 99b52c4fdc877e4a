import encodeQR from 'qr';
import styles from './qr-code.module.css';

/** White modules around it, which readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as QR code: black on white in every theme, as readers require. */
export function QrCode({ label, text }: { readonly label: string; readonly text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
