import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Icon } from '@kitestring/console-ui/icons.tsx';
import { archiveBy, type ShownArchive, useShownArchive } from '@kitestring/console-ui/map/map-archive.ts';
import type { MapCanvas } from '@kitestring/console-ui/map/map-canvas.ts';
import { MapControls } from '@kitestring/console-ui/map/map-controls.tsx';
import ground from '@kitestring/console-ui/map/map-ground.module.css';
import { isOnMercator, type MapPosition, zoomOf } from '@kitestring/console-ui/map/mercator.ts';
import { useMapCanvas, WORLD } from '@kitestring/console-ui/map/use-map-canvas.ts';
import { useMapContent } from '@kitestring/console-ui/map/use-map-content.ts';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import { onePer } from '@kitestring/console-ui/store.ts';
import { bearingDeg, distanceM, type LatLon, offsetOf, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { MapArchiveState } from '@kitestring/station-contract/station/map-archive.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocating } from '../place/locating.ts';
import { MEASURED_POINTS_MAX } from '../place/measure.ts';
import { usePins } from '../place/pins.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import type { Situation } from '../situation/situation.ts';
import { TopDrawing } from '../situation/top-drawing.tsx';
import { TopView } from '../situation/top-view.tsx';
import { useLookThere } from '../situation/use-look-there.ts';
import { useSituation } from '../situation/use-situation.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSilentS, useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './large-map.module.css';
import { type NoticeFacts, notices } from './map-notices.ts';
import { onMercatorOf } from './on-mercator.ts';

/** Missing parts of the map, one line each. */
function MapNoticeLines(props: Omit<NoticeFacts, 'tilesUrl' | 'pins'>) {
  const words = useWords();
  const { tilesUrl } = useStation().facts.map ?? {};
  const lines = notices({ ...props, tilesUrl, pins: usePins() }, words);
  return (
    <div role="status" className={styles.notices}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

interface MapCentreProps {
  readonly station: LatLon | undefined;
  readonly position: MapPosition;
}

/** Target of Enter: a crosshair with its position. Visible while the map has keyboard focus. */
function MapCentre({ position: { center }, station }: MapCentreProps) {
  const words = useWords();
  const quantities = useQuantities();
  if (station === undefined) return null;
  const offset = offsetOf(station, center);
  return (
    <div className={styles.centre} data-part="centre">
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">
        <path d="M12 1v8M12 15v8M1 12h8M15 12h8" />
      </svg>
      <p>{words.map.centre(quantities.distanceText(distanceM(offset)), Math.round(bearingDeg(offset)) % 360)}</p>
    </div>
  );
}

/** Shows some of the ground around the tether, metres per pixel. */
const FIRST_METERS_PER_PX = 0.4;

/** The map instead of the picture: the marks of the station, and everything of the top view. */
export function LargeMap() {
  const words = useWords();
  const { link } = useStation();
  const { isStale, situation: told } = useSituation();
  const situation = placedOnMap(told);
  const silentS = useSilentS(isStale);
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const archive = useMapArchive();
  const { theme } = usePreferences().preferences;
  const content = useMapContent(place, { archive, theme, tilesUrl: useStation().facts.map?.tilesUrl });
  const { lookAt, why } = useLookThere();
  const { isOn: isMeasuring, measure, points } = useLocating();
  const pointAt = (at: LatLon) => {
    if (!isMeasuring) lookAt(at);
    else if (points.length < MEASURED_POINTS_MAX) measure([...points, at]);
  };
  const [isFollowing, setIsFollowing] = useState(true);
  const hasPanned = useRef(false);
  const follow = (isWanted: boolean) => {
    hasPanned.current = !isWanted;
    setIsFollowing(isWanted);
  };
  const target = followedPlace(situation);
  const shown = useMapCanvas(place, {
    content,
    first: firstPosition(target),
    archive: archiveOf(link),
    label: words.map.canvas,
    onClick: pointAt,
    onPan: () => follow(false),
  });
  const { canvas, hasGraphics, position } = shown;
  useFollow(canvas, isFollowing ? target : undefined, hasPanned);
  const isDrawn = canvas !== undefined && situation.station !== undefined && isOnMercator(situation.station);
  return (
    <section
      className={classNames(styles.map, ground.colors, isStale && styles.stale)}
      aria-label={words.map.title}
      data-part="large-map"
      data-stale={isStale || undefined}
      data-follows={isFollowing}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the map in it takes the focus, and has a name */}
      <div
        className={styles.ground}
        title={isMeasuring ? words.later?.measure.add : (why ?? words.situation.lookHere)}
        data-live={isMeasuring || why === undefined || undefined}
        onKeyDown={({ key }) => key === 'Enter' && pointAt(position.center)}
      >
        <div ref={place} className={classNames(styles.canvas, ground.canvas)} />
        {isDrawn && (
          <Marks situation={situation} station={situation.station as LatLon} size={size} position={position} />
        )}
        <MapCentre station={situation.station} position={position} />
      </div>
      {!hasGraphics && <TopView situation={told} />}
      <MapNoticeLines {...shown} situation={told} archive={archive} />
      {hasGraphics && (
        <MapControls canvas={canvas} words={words.situation} className={styles.controls}>
          <Button
            isSquare
            look={isFollowing ? 'primary' : 'plain'}
            aria-label={words.map.follow}
            aria-pressed={isFollowing}
            onPress={() => follow(!isFollowing)}
          >
            <FollowIcon />
          </Button>
        </MapControls>
      )}
      <Sources attribution={archive.about?.attribution} />
      {isStale && <p className={styles.age}>{words.flight.ageS(silentS)}</p>}
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

/** A station without a position is placed below its Kite, which is right within the length of the tether. */
const placedOnMap = (situation: Situation): Situation => ({
  ...situation,
  station: situation.station ?? situation.kiteAt,
});

/** Followed object: the Kite, or the station while the position of the Kite is unknown. */
function followedPlace({ isPlaceKnown, kite, station }: Situation): LatLon | undefined {
  if (station === undefined || !isOnMercator(station)) return undefined;
  return isPlaceKnown && kite !== undefined ? placeFrom(station, kite) : station;
}

const firstPosition = (target: LatLon | undefined): MapPosition =>
  target === undefined ? WORLD : { center: target, zoom: zoomOf(FIRST_METERS_PER_PX, target.latDeg) };

/**
 * Keeps a place in the middle; the map moves only with it.
 * @param hasPanned true as soon as the user moves the map: a place that was shown just before must not undo that
 */
function useFollow(
  canvas: MapCanvas | undefined,
  target: LatLon | undefined,
  hasPanned: { readonly current: boolean },
): void {
  const { latDeg, lonDeg } = target ?? {};
  const hasFollowed = useRef(false);
  useEffect(() => {
    if (canvas === undefined || latDeg === undefined || lonDeg === undefined || hasPanned.current) return;
    // The first position may become known after the map exists, which then shows the world.
    canvas.moveTo({ latDeg, lonDeg }, hasFollowed.current ? undefined : zoomOf(FIRST_METERS_PER_PX, latDeg));
    hasFollowed.current = true;
  }, [canvas, hasPanned, latDeg, lonDeg]);
  const isFollowing = target !== undefined;
  useEffect(() => {
    if (canvas !== undefined) canvas.isZoomedAboutMiddle = isFollowing;
  }, [canvas, isFollowing]);
}

/** Files may be replaced while a station runs. */
const MAP_ARCHIVE: SharedReadingDefinition<MapArchiveState> = {
  read: ({ station }) => station.getMap(),
  pauseMs: 60_000,
};

/** Its header and directories are cached: one per sign-in. */
const archiveOf = onePer((link: StationLink) =>
  archiveBy((range, signal) =>
    link.call((client: KitestringClient) =>
      client.station.getMapArchive({ range, ...(signal !== undefined && { signal }) }),
    ),
  ),
);

/** The archive of the station, as far as known. */
function useMapArchive(): ShownArchive {
  const { value: state } = useSharedReading(MAP_ARCHIVE);
  return useShownArchive(archiveOf(useStation().link), state);
}
