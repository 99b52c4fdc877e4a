import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { Zone } from '@kitestring/station-contract/station/geofence.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';
import { pinMarks } from '../situation/pin-marks.ts';
import { isPlace, useLocating } from './locating.ts';
import { pixelOf } from './picture-place.ts';
import { PinIcon } from './pin-symbol.tsx';
import { usePins } from './pins.ts';
import styles from './place.module.css';
import { isKnown, useViewpoint } from './use-viewpoint.ts';
import { edgeOf } from './zone-shape.ts';
import { useZones } from './zones.ts';

/** Pins, the clicked position and zones, over the picture. */
export function PicturePins({ size, view }: { readonly size: SizePx; readonly view: View | undefined }) {
  const { clicked, points } = useLocating();
  const pins = usePins();
  const zones = useZones();
  const at = isPlace(clicked) ? clicked.at : undefined;
  if (view === undefined || (pins.length + points.length + zones.length === 0 && at === undefined)) return null;
  return <Marks {...{ pins, clicked: at, points, zones, size, view }} />;
}

interface MarksProps {
  readonly pins: readonly Pin[];
  /** A queried position. */
  readonly clicked: LatLon | undefined;
  readonly points: readonly LatLon[];
  readonly zones: readonly Zone[];
  readonly size: SizePx;
  readonly view: View;
}

function Marks({ clicked, pins, points, size, view, zones }: MarksProps) {
  const viewpoint = useViewpoint();
  if (!isKnown(viewpoint)) return null;
  const pixel = (at: LatLon) => pixelOf(viewpoint, view, size, at);
  const shown = pins.flatMap(({ kind, latitude: latDeg, longitude: lonDeg, name, pin_id: id }) => {
    const at = pixel({ latDeg, lonDeg });
    return at === undefined ? [] : [{ id, name, kind, ...at }];
  });
  return (
    <div className={styles.marks} aria-hidden="true">
      {zones.map((zone) => (
        <svg
          key={zone.zone_id}
          className={styles.zone}
          aria-hidden="true"
          data-zone={zone.rule}
          data-crossed={zone.is_crossed || undefined}
        >
          <path d={linePath(closed(edgeOf(zone)).map(pixel))} />
        </svg>
      ))}
      <MeasuredLine pixels={points.map(pixel)} />
      {pinMarks(shown, size).map(({ id, kind, label, xPx, yPx }) => (
        <div key={id} data-mark={id} className={styles.pinMark} style={movedTo({ xPx, yPx })}>
          <PinIcon kind={kind} />
          {label !== undefined && <span>{label}</span>}
        </div>
      ))}
      <ClickedMark pixel={clicked && pixel(clicked)} />
    </div>
  );
}

const ClickedMark = ({ pixel }: { readonly pixel: Pixel }) =>
  pixel && <div data-mark="clicked" className={styles.clickedMark} style={movedTo(pixel)} />;

const movedTo = ({ xPx, yPx }: NonNullable<Pixel>) => ({
  transform: `translate(${xPx.toFixed(1)}px, ${yPx.toFixed(1)}px)`,
});

/** Points along each side of an edge, so that one of which only a part is in the picture is drawn there. */
const PER_SIDE = 12;

function closed(edge: readonly LatLon[]): readonly LatLon[] {
  return edge.flatMap((from, index) => {
    const to = edge[(index + 1) % edge.length] ?? from;
    return Array.from({ length: PER_SIDE }, (_, step) => {
      const share = step / (PER_SIDE - 1);
      return {
        latDeg: from.latDeg + share * (to.latDeg - from.latDeg),
        lonDeg: from.lonDeg + share * (to.lonDeg - from.lonDeg),
      };
    });
  });
}

/** A path through the pixels that are in the picture, broken where some are not. */
function linePath(pixels: readonly Pixel[]): string {
  let isDown = false;
  const parts = pixels.map((pixel) => {
    const to = pixel && `${isDown ? 'L' : 'M'}${pixel.xPx.toFixed(1)} ${pixel.yPx.toFixed(1)}`;
    isDown = pixel !== undefined;
    return to ?? '';
  });
  return parts.join('');
}

type Pixel = ReturnType<typeof pixelOf>;

/** Points of a measurement, joined where both ends are in the picture; from three points on back to the first. */
function MeasuredLine({ pixels }: { readonly pixels: readonly Pixel[] }) {
  if (pixels.length === 0) return null;
  const isClosed = pixels.length > 2;
  return (
    <svg className={styles.measured} aria-hidden="true">
      {pixels.map((from, index) => {
        const to = pixels[index + 1] ?? (isClosed ? pixels[0] : undefined);
        if (from === undefined) return null;
        // biome-ignore lint/suspicious/noArrayIndexKey: two points may be at one place
        const dot = <circle key={index} cx={from.xPx} cy={from.yPx} r="5" />;
        if (to === undefined) return dot;
        return [dot, <line key={`to ${from.xPx} ${to.xPx}`} x1={from.xPx} y1={from.yPx} x2={to.xPx} y2={to.yPx} />];
      })}
    </svg>
  );
}
