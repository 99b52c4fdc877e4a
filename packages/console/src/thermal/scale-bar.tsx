import { PALETTE_STOPS } from '@kitestring/contract/videostreams/palette-stops.ts';
import styles from './thermal.module.css';
import type { KnownScale } from './use-thermal-scale.ts';
import { useThermalWords } from './use-thermal-words.ts';

/** The colours of the picture with the temperatures at both ends. */
export function ScaleBar({ scale }: { readonly scale: KnownScale }) {
  const words = useThermalWords();
  const { high_c, low_c, palette } = scale;
  const stops = PALETTE_STOPS[palette].map(([at, colour]) => `rgb(${colour.join(' ')}) ${at * 100}%`);
  return (
    <div className={styles.scale} role="img" aria-label={words.scale(low_c, high_c)}>
      <span>{words.degrees(high_c)}</span>
      <span className={styles.colours} style={{ background: `linear-gradient(to top, ${stops.join(', ')})` }} />
      <span>{words.degrees(low_c)}</span>
    </div>
  );
}
