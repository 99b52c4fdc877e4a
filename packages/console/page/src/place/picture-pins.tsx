import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { Zone } from '@kitestring/station-contract/station/geofence.ts';
import type { PinKind } from '@kitestring/station-contract/station/pin.ts';
import { isPlace, useLocating } from './locating.ts';
import { pixelOf } from './picture-place.ts';
import { PinIcon } from './pin-symbol.tsx';
import { usePins } from './pins.ts';
import styles from './place.module.css';
import { isKnown, useViewpoint } from './use-viewpoint.ts';
import { edgeOf } from './zone-shape.ts';
import { useZones } from './zones.ts';

interface Mark {
  readonly id: string;
  /** Undefined for a queried position. */
  readonly pin: { readonly name: string; readonly kind: PinKind } | undefined;
  readonly at: LatLon;
}

/** Pins, the clicked position and zones, over the picture. */
export function PicturePins({ size, view }: { readonly size: SizePx; readonly view: View | undefined }) {
  const { clicked, points } = useLocating();
  const marks: Mark[] = usePins().map(({ kind, latitude, longitude, name, pin_id: id }) => {
    return { id, pin: { name, kind }, at: { latDeg: latitude, lonDeg: longitude } };
  });
  if (isPlace(clicked)) marks.push({ id: 'clicked', pin: undefined, at: clicked.at });
  const zones = useZones();
  if (view === undefined || marks.length + points.length + zones.length === 0) return null;
  return <Marks {...{ marks, points, zones, size, view }} />;
}

interface MarksProps {
  readonly marks: readonly Mark[];
  readonly points: readonly LatLon[];
  readonly zones: readonly Zone[];
  readonly size: SizePx;
  readonly view: View;
}

function Marks({ marks, points, size, view, zones }: MarksProps) {
  const viewpoint = useViewpoint();
  if (!isKnown(viewpoint)) return null;
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
          <path d={linePath(closed(edgeOf(zone)).map((point) => pixelOf(viewpoint, view, size, point)))} />
        </svg>
      ))}
      <MeasuredLine pixels={points.map((point) => pixelOf(viewpoint, view, size, point))} />
      {marks.map(({ at, id, pin }) => {
        const pixel = pixelOf(viewpoint, view, size, at);
        if (pixel === undefined) return null;
        const transform = `translate(${pixel.xPx.toFixed(1)}px, ${pixel.yPx.toFixed(1)}px)`;
        const className = pin === undefined ? styles.clickedMark : styles.pinMark;
        return (
          <div key={id} data-mark={id} className={className} style={{ transform }}>
            {pin !== undefined && <PinIcon kind={pin.kind} />}
            {pin !== undefined && <span>{pin.name}</span>}
          </div>
        );
      })}
    </div>
  );
}

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
