import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { PinKind } from '@kitestring/station-contract/station/pin.ts';

/** Pins with the symbols of their kinds. */
interface PinOnScreen {
  readonly id: string;
  readonly name: string;
  readonly kind: PinKind;
  readonly xPx: number;
  readonly yPx: number;
}

/** One pin, or several that are too close together. */
interface PinMark {
  readonly id: string;
  readonly xPx: number;
  readonly yPx: number;
  readonly count: number;
  /** That of all of them, or `other`. */
  readonly kind: PinKind;
  /** Undefined if there is no room for it, or for several pins. */
  readonly label: string | undefined;
}

/** Pins closer than this share a mark with their number. */
const APART_PX = 20;
/** Characters of a name on the map; the list of pins has the full name. */
const LABEL_MAX = 24;
/** Size of a drawn pin, which stands above its place. */
const MARK_WIDTH_PX = 20;
const MARK_HEIGHT_PX = 26;
/** Approximate width of a character, and height of a line. */
const CHARACTER_PX = 6.5;
const LINE_PX = 14;
/** Where the text of a label begins, from the place of its pin. */
export const LABEL_X_PX = 13;
export const LABEL_Y_PX = -12;
/** Pins at the edge are drawn partly. */
const MARGIN_PX = 13;

/** Marks of the pins in the view, without overlaps, with names if there is room. */
export function pinMarks(pins: readonly PinOnScreen[], { heightPx, widthPx }: SizePx): readonly PinMark[] {
  const groups: { first: PinOnScreen; kind: PinKind; count: number }[] = [];
  for (const pin of pins) {
    const { xPx, yPx } = pin;
    const isInView =
      xPx > -MARGIN_PX && yPx > -MARGIN_PX && xPx < widthPx + MARGIN_PX && yPx < heightPx + 2 * MARGIN_PX;
    if (!isInView) continue;
    const near = groups.find(({ first }) => Math.hypot(first.xPx - xPx, first.yPx - yPx) < APART_PX);
    if (near === undefined) groups.push({ first: pin, kind: pin.kind, count: 1 });
    else {
      near.count += 1;
      if (near.kind !== pin.kind) near.kind = 'other';
    }
  }
  const taken: Box[] = groups.map(({ first }) =>
    boxOf(first.xPx - MARK_WIDTH_PX / 2, first.yPx - MARK_HEIGHT_PX, MARK_WIDTH_PX, MARK_HEIGHT_PX),
  );
  return groups.map(({ count, kind, first: { id, name, xPx, yPx } }) => {
    const label = count > 1 ? String(count) : shortened(name);
    const box = boxOf(xPx + LABEL_X_PX, yPx + LABEL_Y_PX - LINE_PX + 3, label.length * CHARACTER_PX);
    const hasRoom = !taken.some((other) => overlaps(box, other));
    if (hasRoom) taken.push(box);
    return { id, xPx, yPx, count, kind, label: hasRoom || count > 1 ? label : undefined };
  });
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = (left: number, top: number, widthPx: number, heightPx = LINE_PX): Box => ({
  left,
  top,
  right: left + widthPx,
  bottom: top + heightPx,
});

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** By grapheme, so that none is cut in two. */
function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= LABEL_MAX ? name : `${characters.slice(0, LABEL_MAX - 1).join('')}…`;
}
