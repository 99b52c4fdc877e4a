import { type LatLon, placeFrom } from '@kitestring/contract/place/geo.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { classNames } from '../kit/class-names.ts';
import { Icon, MinusIcon, PlusIcon } from '../kit/icons.tsx';
import { usePins } from '../place/pins.ts';
import type { Situation } from '../situation/situation.ts';
import { TopDrawing } from '../situation/top-drawing.tsx';
import { TopView } from '../situation/top-view.tsx';
import { useLookThere } from '../situation/use-look-there.ts';
import { useSituation } from '../situation/use-situation.ts';
import { useSilentS, useStation } from '../station/station-context.tsx';
import { type SizePx, useSize } from '../video/letterbox.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './large-map.module.css';
import type { MapCanvas } from './map-canvas.ts';
import { MapCentre } from './map-centre.tsx';
import { MapNoticeLines } from './map-notice-lines.tsx';
import { isOnMercator, type MapPosition, onMercatorOf, zoomOf } from './mercator.ts';
import { useMapArchive } from './use-map-archive.ts';
import { useMapCanvas } from './use-map-canvas.ts';
import { useMapContent } from './use-map-content.ts';

/** Some of the ground around the tether, metres a pixel. */
const FIRST_METERS_PER_PX = 0.4;
const WORLD: MapPosition = { center: { latDeg: 20, lonDeg: 10 }, zoom: 1 };

/** The map in the place of the picture: what lies on the station, and all that the view from above has. */
export function LargeMap() {
  const words = useWords();
  const { isStale, situation: told } = useSituation();
  const situation = placedOnMap(told);
  const silentS = useSilentS(isStale);
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const archive = useMapArchive();
  const content = useMapContent(place, archive);
  const { lookAt, why } = useLookThere();
  const [isFollowing, setIsFollowing] = useState(true);
  const target = targetOf(situation);
  const shown = useMapCanvas(place, {
    content,
    first: firstPosition(target),
    onClick: lookAt,
    onPan: () => setIsFollowing(false),
  });
  const { canvas, hasGraphics, position } = shown;
  useFollow(canvas, isFollowing ? target : undefined);
  const isDrawn = canvas !== undefined && situation.station !== undefined && isOnMercator(situation.station);
  return (
    <section
      className={classNames(styles.map, isStale && styles.stale)}
      aria-label={words.map.title}
      data-part="large-map"
      data-stale={isStale || undefined}
      data-follows={isFollowing}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the map in it takes the focus, and has a name */}
      <div
        className={styles.ground}
        title={why ?? words.situation.lookHere}
        data-live={why === undefined || undefined}
        onKeyDown={({ key }) => key === 'Enter' && lookAt(position.center)}
      >
        <div ref={place} className={styles.canvas} />
        {isDrawn && (
          <Marks situation={situation} station={situation.station as LatLon} size={size} position={position} />
        )}
        <MapCentre station={situation.station} position={position} />
      </div>
      {!hasGraphics && <TopView situation={told} />}
      <MapNoticeLines {...shown} situation={told} archive={archive} />
      {hasGraphics && (
        <div className={styles.controls}>
          <Button isSquare aria-label={words.situation.zoomIn} onPress={() => canvas?.zoomBy(1)}>
            <PlusIcon />
          </Button>
          <Button isSquare aria-label={words.situation.zoomOut} onPress={() => canvas?.zoomBy(-1)}>
            <MinusIcon />
          </Button>
          <Button
            isSquare
            look={isFollowing ? 'primary' : 'plain'}
            aria-label={words.map.follow}
            aria-pressed={isFollowing}
            onPress={() => setIsFollowing(!isFollowing)}
          >
            <FollowIcon />
          </Button>
        </div>
      )}
      <Sources attribution={archive.about?.attribution} />
      {isStale && <p className={styles.age}>{words.situation.old(silentS)}</p>}
    </section>
  );
}

interface MarksProps {
  readonly situation: Situation;
  readonly station: LatLon;
  readonly size: SizePx;
  readonly position: MapPosition;
}

/** The drawing of the top view on the large map. Its name has the same figures, for screen readers. */
function Marks({ position, situation, size, station }: MarksProps) {
  const words = useWords();
  const { length } = usePins();
  return (
    <>
      <TopDrawing situation={situation} size={size} onMap={onMercatorOf(position, size, station)} />
      {length > 0 && <p className="hidden-visually">{words.map.pins(length)}</p>}
    </>
  );
}

/** Attribution of the map. */
function Sources({ attribution = '' }: { readonly attribution: string | undefined }) {
  const words = useWords();
  const { map } = useStation().facts;
  const named = [attribution, map?.attribution ?? '', words.map.overview].filter((text) => text !== '');
  return <p className={styles.sources}>{named.join(' · ')}</p>;
}

const FollowIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="6" />
    <path d="M12 2.500v5M12 16.500v5M2.500 12h5M16.500 12h5" />
  </Icon>
);

/** A station that does not know where it is stands below its Kite: within the length of the tether that is true. */
const placedOnMap = (situation: Situation): Situation => ({
  ...situation,
  station: situation.station ?? situation.kiteAt,
});

/** Followed object: the Kite, or the station while the position of the Kite is unknown. */
function targetOf({ isPlaceKnown, kite, station }: Situation): LatLon | undefined {
  if (station === undefined || !isOnMercator(station)) return undefined;
  return isPlaceKnown && kite !== undefined ? placeFrom(station, kite) : station;
}

const firstPosition = (target: LatLon | undefined): MapPosition =>
  target === undefined ? WORLD : { center: target, zoom: zoomOf(FIRST_METERS_PER_PX, target.latDeg) };

/** Keeps a place in the middle; only where it moves does the map. */
function useFollow(canvas: MapCanvas | undefined, target: LatLon | undefined): void {
  const { latDeg, lonDeg } = target ?? {};
  const hasFollowed = useRef(false);
  useEffect(() => {
    if (canvas === undefined || latDeg === undefined || lonDeg === undefined) return;
    // The first place may be known later than the map is there, which then shows the world.
    canvas.moveTo({ latDeg, lonDeg }, hasFollowed.current ? undefined : zoomOf(FIRST_METERS_PER_PX, latDeg));
    hasFollowed.current = true;
  }, [canvas, latDeg, lonDeg]);
  const isFollowing = target !== undefined;
  useEffect(() => {
    if (canvas !== undefined) canvas.isZoomedAboutMiddle = isFollowing;
  }, [canvas, isFollowing]);
}
