import { useReading } from '../station/use-reading.ts';
import styles from './thermal.module.css';
import { percent } from './thermal-rect.ts';
import { THERMAL_STREAM } from './use-thermal-scale.ts';
import { useThermalWords } from './use-thermal-words.ts';

const ASK_EVERY_MS = 1000;
/** The middle of the picture: the camera is pointed at the object to be measured. */
const AREA = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 };

/** The lowest, the highest and the mean temperature in an area, with the positions of both extremes. */
export function AreaBox() {
  const words = useThermalWords();
  const { trouble, value: measured } = useReading(
    ({ station }, signal) => station.getThermalArea({ stream_id: THERMAL_STREAM, ...AREA }, { signal }),
    { everyMs: ASK_EVERY_MS },
  );
  // Earlier measurements do not apply to the new area.
  const value = trouble === undefined ? measured : undefined;
  return (
    <>
      <div className={styles.area} style={percent(AREA)} data-area={value?.max_c}>
        {value !== undefined && (
          <p className={styles.areaText}>{words.area(value.min_c, value.mean_c, value.max_c, value.error_c)}</p>
        )}
      </div>
      {value !== undefined &&
        (
          [
            ['cold', value.min_at],
            ['hot', value.max_at],
          ] as const
        ).map(([end, { x, y }]) => (
          <div
            key={end}
            className={styles.end}
            data-end={end}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            aria-hidden="true"
          />
        ))}
    </>
  );
}
