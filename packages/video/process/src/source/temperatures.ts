/** A point of the picture: fractions of its width and height from the top left corner. */
interface PicturePlace {
  readonly x: number;
  readonly y: number;
}

/** A region of the picture; one without size is a spot. */
export interface PictureBox extends PicturePlace {
  readonly width: number;
  readonly height: number;
}

/** Measurement in a region of a picture, degrees Celsius. */
export interface Temperatures {
  readonly lowestC: number;
  readonly highestC: number;
  readonly meanC: number;
  readonly lowestAt: PicturePlace;
  readonly highestAt: PicturePlace;
  /** Measured ones; 0 where masks hide the whole region, and the temperatures mean nothing. */
  readonly pixels: number;
}

/** A spot is a square of this many pixels: a single one is noise or edge. */
const SPOT_PX = 3;

interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  temperatureAt(x: number, y: number): number;
}

/** Pixels that are not measured. */
interface HiddenPixels {
  has(x: number, y: number): boolean;
}

/** Lowest, highest and mean temperature in a region of a picture, without hidden pixels. */
export function temperaturesIn(picture: MeasuredPicture, box: PictureBox, hidden?: HiddenPixels): Temperatures {
  const columns = pixelRange(box.x, box.width, picture.width);
  const rows = pixelRange(box.y, box.height, picture.height);
  const lowest = { atC: Number.POSITIVE_INFINITY, x: columns.from, y: rows.from };
  const highest = { atC: Number.NEGATIVE_INFINITY, x: columns.from, y: rows.from };
  let sumC = 0;
  let pixels = 0;
  for (let y = rows.from; y < rows.to; y += 1) {
    for (let x = columns.from; x < columns.to; x += 1) {
      if (hidden?.has(x, y) === true) continue;
      const atC = picture.temperatureAt(x, y);
      sumC += atC;
      pixels += 1;
      if (atC < lowest.atC) Object.assign(lowest, { atC, x, y });
      if (atC > highest.atC) Object.assign(highest, { atC, x, y });
    }
  }
  const placeOf = ({ x, y }: PicturePlace) => ({ x: (x + 0.5) / picture.width, y: (y + 0.5) / picture.height });
  const isHidden = pixels === 0;
  return {
    lowestC: isHidden ? 0 : lowest.atC,
    highestC: isHidden ? 0 : highest.atC,
    meanC: isHidden ? 0 : sumC / pixels,
    lowestAt: placeOf(lowest),
    highestAt: placeOf(highest),
    pixels,
  };
}

/** At least the size of a spot, within the picture. */
function pixelRange(share: number, size: number, total: number): { readonly from: number; readonly to: number } {
  const first = Math.min(total - 1, Math.floor(share * total));
  const last = Math.min(total, Math.ceil((share + size) * total));
  if (last - first >= SPOT_PX) return { from: first, to: last };
  const middle = Math.min(total - 1, Math.floor((share + size / 2) * total));
  const from = Math.max(0, Math.min(total - SPOT_PX, middle - 1));
  return { from, to: Math.min(total, from + SPOT_PX) };
}
