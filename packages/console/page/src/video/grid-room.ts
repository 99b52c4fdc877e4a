/** Room of each of several pictures. */
import type { SizePx } from '@kitestring/console-ui/size.ts';
import { letterbox } from './letterbox.ts';
import type { PictureCount } from './stream-choice.ts';

/** Between pictures. */
export const GRID_GAP_PX = 4;

interface GridRoom {
  readonly columns: number;
  /** Size of each picture. */
  readonly size: SizePx;
  /** Size of all of them together. */
  readonly wholePx: SizePx;
}

/** The arrangement in which the pictures are largest. Four are two by two. */
export function gridRoom({ heightPx, widthPx }: SizePx, aspect: number, count: PictureCount): GridRoom {
  const arranged = (columns: number): GridRoom => {
    const rows = count / columns;
    const room = {
      widthPx: Math.max(0, (widthPx - (columns - 1) * GRID_GAP_PX) / columns),
      heightPx: Math.max(0, (heightPx - (rows - 1) * GRID_GAP_PX) / rows),
    };
    const size = letterbox(room, aspect);
    const wholePx = {
      widthPx: size.widthPx * columns + (columns - 1) * GRID_GAP_PX,
      heightPx: size.heightPx * rows + (rows - 1) * GRID_GAP_PX,
    };
    return { columns, size, wholePx };
  };
  if (count !== 2) return arranged(count === 4 ? 2 : 1);
  const [side, stacked] = [arranged(2), arranged(1)];
  return side.size.widthPx >= stacked.size.widthPx ? side : stacked;
}
