import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { MinusIcon, PlusIcon } from '../icons.tsx';
import type { MapCanvas } from './map-canvas.ts';
import styles from './map-controls.module.css';

interface MapControlsProps {
  readonly canvas: MapCanvas | undefined;
  readonly words: { readonly zoomIn: string; readonly zoomOut: string };
  readonly className?: string | undefined;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** The buttons of a map: zoom in, zoom out, and those of the page. */
export function MapControls({ canvas, children, className, words }: MapControlsProps) {
  return (
    <div className={classNames(styles.controls, className)}>
      <Button isSquare aria-label={words.zoomIn} onPress={() => canvas?.zoomBy(1)}>
        <PlusIcon />
      </Button>
      <Button isSquare aria-label={words.zoomOut} onPress={() => canvas?.zoomBy(-1)}>
        <MinusIcon />
      </Button>
      {children}
    </div>
  );
}
