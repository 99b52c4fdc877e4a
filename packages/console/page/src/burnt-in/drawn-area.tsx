import type { MouseEvent } from 'react';
import type { PictureCorner } from './corner-text.ts';
import styles from './masks.module.css';

interface DrawnAreaProps {
  readonly url: string;
  readonly label: string;
  readonly corners: readonly PictureCorner[];
  readonly onCorner: (corner: PictureCorner) => void;
}

/** A picture on which corners are selected. Without a pointer they are typed. */
export function DrawnArea({ corners, label, onCorner, url }: DrawnAreaProps) {
  const select = ({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
    // A key has no place.
    if (detail === 0) return;
    const { height, left, top, width } = currentTarget.getBoundingClientRect();
    onCorner({ x: limited((clientX - left) / width), y: limited((clientY - top) / height) });
  };
  return (
    <button type="button" className={styles.picture} aria-label={label} onClick={select}>
      <img src={url} alt="" />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon className={styles.area} points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
    </button>
  );
}

const limited = (share: number): number => Math.max(0, Math.min(1, share));
