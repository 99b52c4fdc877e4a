import { type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { useLocating } from '../place/locating.ts';
import { edgeOf } from '../place/zone-shape.ts';
import { useZones } from '../place/zones.ts';
import type { OnMap } from './on-map.ts';
import styles from './view.module.css';

interface ZonesFromAboveProps {
  readonly station: LatLon;
  readonly onMap: OnMap;
}

/** The zones of the geofence, with the points of a measurement, from which one is drawn. */
export function ZonesFromAbove({ onMap, station }: ZonesFromAboveProps) {
  const { points } = useLocating();
  const pixels = (edge: readonly LatLon[]) =>
    edge.map((at) => {
      const place = offsetOf(station, at);
      return [onMap.xOf(place), onMap.yOf(place)] as const;
    });
  const pointsText = (corners: ReturnType<typeof pixels>) =>
    corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <>
      {useZones().map((zone) => {
        const edge = edgeOf(zone);
        if (!edge.every((at) => onMap.has(at))) return null;
        const corners = pixels(edge);
        const [x, y] = corners.reduce((top, at) => (at[1] < top[1] ? at : top), corners[0] ?? [0, 0]);
        return (
          <g key={zone.zone_id} data-part="zone" data-rule={zone.rule} data-crossed={zone.is_crossed || undefined}>
            <polygon className={styles.zone} points={pointsText(corners)} />
            <text className={styles.note} x={x} y={y - 4} textAnchor="middle">
              {zone.name}
            </text>
          </g>
        );
      })}
      {points.length > 0 && <polygon className={styles.measured} points={pointsText(pixels(points))} />}
      {pixels(points).map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.measuredPoint} cx={x} cy={y} r="4" />
      ))}
    </>
  );
}
