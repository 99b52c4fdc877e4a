import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { isPlace, useLocating } from './locating.ts';
import { pixelOf } from './picture-place.ts';
import { usePins } from './pins.ts';
import styles from './place.module.css';
import { isKnown, useViewpoint } from './use-viewpoint.ts';

interface Mark {
  readonly id: string;
  /** Undefined for a queried position. */
  readonly name: string | undefined;
  readonly at: LatLon;
}

/** Pins and the clicked position, over the picture. */
export function PicturePins({ size, view }: { readonly size: SizePx; readonly view: View | undefined }) {
  const { clicked } = useLocating();
  const marks: Mark[] = usePins().map(({ latitude, longitude, name, pin_id: id }) => {
    return { id, name, at: { latDeg: latitude, lonDeg: longitude } };
  });
  if (isPlace(clicked)) marks.push({ id: 'clicked', name: undefined, at: clicked.at });
  if (view === undefined || marks.length === 0) return null;
  return <Marks marks={marks} size={size} view={view} />;
}

function Marks({ marks, size, view }: { readonly marks: readonly Mark[]; readonly size: SizePx; readonly view: View }) {
  const viewpoint = useViewpoint();
  if (!isKnown(viewpoint)) return null;
  return (
    <div className={styles.marks} aria-hidden="true">
      {marks.map(({ at, id, name }) => {
        const pixel = pixelOf(viewpoint, view, size, at);
        if (pixel === undefined) return null;
        const transform = `translate(${pixel.xPx.toFixed(1)}px, ${pixel.yPx.toFixed(1)}px)`;
        const className = name === undefined ? styles.clickedMark : styles.pinMark;
        return (
          <div key={id} data-mark={id} className={className} style={{ transform }}>
            {name !== undefined && <span>{name}</span>}
          </div>
        );
      })}
    </div>
  );
}
