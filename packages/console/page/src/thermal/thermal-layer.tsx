import type { PicturePoint } from '@kitestring/station-contract/camera/pinhole.ts';
import { PALETTE_STOPS } from '@kitestring/station-contract/videostreams/palette-stops.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import type { ShownView } from '../video/pose-track.ts';
import { useStreamPlayer } from '../video/stage-pictures.tsx';
import { useStage } from '../video/use-stage.ts';
import { AreaBox } from './area-box.tsx';
import { IsothermCanvas } from './isotherm-canvas.tsx';
import styles from './thermal.module.css';
import { percent, pointWithin, rectWithin, type ShareRect, WHOLE } from './thermal-rect.ts';
import { useThermalTools } from './thermal-tools.ts';
import { type KnownScale, limitOf, THERMAL_STREAM, useThermalScale } from './use-thermal-scale.ts';
import { useThermalWords } from './use-thermal-words.ts';

/** While the pointer rests. */
const ASK_EVERY_MS = 1000;
/** While it moves. */
const FOLLOW_EVERY_MS = 250;
const CROSSHAIR: PicturePoint = { x: 0.5, y: 0.5 };

/** The temperature under the pointer, or at the crosshair, drawn at the measured position. */
function SpotMark({ place, rect }: { readonly place: RefObject<HTMLElement | null>; readonly rect: ShareRect }) {
  const words = useThermalWords();
  const pointer = usePointer(place);
  const point = pointWithin(rect, pointer ?? CROSSHAIR);
  const { trouble, value } = useReading(
    async ({ station }, signal) => {
      const { x = 0, y = 0 } = point ?? {};
      return { x, y, spot: await station.getThermalSpot({ stream_id: THERMAL_STREAM, x, y }, { signal }) };
    },
    { everyMs: ASK_EVERY_MS, isOff: point === undefined, key: `${point?.x} ${point?.y}` },
  );
  // Earlier measurements do not apply to the new spot.
  if (point === undefined || value === undefined || trouble !== undefined) return null;
  const { spot, x, y } = value;
  const text = words.spot(spot.temperature_c, spot.error_c);
  return (
    <div
      className={styles.spot}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      data-spot={spot.temperature_c}
      data-side={x > 0.7 ? 'left' : 'right'}
      role="img"
      aria-label={pointer === undefined ? words.atCrosshair(text) : words.atPointer(text)}
    >
      <span>{text}</span>
    </div>
  );
}

/** Pointer position in the picture, four times a second; undefined while outside. */
function usePointer(place: RefObject<HTMLElement | null>): PicturePoint | undefined {
  const [shown, setShown] = useState<PicturePoint>();
  useEffect(() => {
    const picture = place.current?.closest<HTMLElement>('[data-stream]');
    if (!picture) return;
    let now: PicturePoint | undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const moved = ({ clientX, clientY }: PointerEvent) => {
      const { height, left, top, width } = picture.getBoundingClientRect();
      now = { x: (clientX - left) / width, y: (clientY - top) / height };
    };
    const left = () => {
      now = undefined;
    };
    picture.addEventListener('pointermove', moved, { signal });
    picture.addEventListener('pointerdown', moved, { signal });
    picture.addEventListener('pointerleave', left, { signal });
    const timer = setInterval(() => setShown(now), FOLLOW_EVERY_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [place]);
  return shown;
}

export interface ThermalLayerProps {
  readonly stream: VideoStreamInfo;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** View of the displayed picture. */
  readonly view: ShownView | undefined;
  /** The picture below is stale: a measurement now does not belong to it. */
  readonly isOld: boolean;
}

/** Temperatures over the picture: the thermal picture itself over a colour picture, isotherm, spot, area and scale. */
export function ThermalLayer({ isOld, stream, video, view }: ThermalLayerProps) {
  const isColour = stream.type !== 'Thermal';
  const { blend, isArea, isSpot, isotherm, limitC } = useThermalTools();
  const { scale } = useThermalScale();
  const rect = useThermalRect(isColour, view);
  const place = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLVideoElement>(null);
  const [isOverLive, setOverLive] = useState(false);
  const isOverWanted = isColour && (blend > 0 || isotherm !== 'off');
  if (rect === undefined) return null;
  return (
    <div ref={place} className={styles.layer} data-old={isOld || undefined}>
      <div className={styles.rect} style={percent(rect)} data-thermal={isColour ? 'over' : 'whole'}>
        {isOverWanted && <ThermalOver video={over} opacity={isOverLive ? blend : 0} onLive={setOverLive} />}
        {isotherm !== 'off' && scale !== undefined && (isOverLive || !isColour) && (
          <IsothermCanvas
            video={isColour ? over : video}
            scale={scale}
            side={isotherm}
            limitC={limitC ?? limitOf(scale)}
          />
        )}
        {isArea && scale !== undefined && <AreaBox />}
        {isSpot && scale !== undefined && <SpotMark place={place} rect={rect} />}
      </div>
      {scale !== undefined && <ScaleBar scale={scale} />}
    </div>
  );
}

interface ThermalOverProps {
  readonly opacity: number;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** A frozen picture must never be mistaken for a live one. */
  readonly onLive: (isLive: boolean) => void;
}

/** The thermal picture over that of another camera; it plays as long as it is mounted. */
function ThermalOver({ onLive, opacity, video }: ThermalOverProps) {
  const { streams = [] } = useStage();
  const thermal = streams.find(({ type }) => type === 'Thermal');
  const player = useStreamPlayer(thermal?.stream_id, video);
  const isLive = player?.kind === 'playing';
  useEffect(() => onLive(isLive), [onLive, isLive]);
  return <video ref={video} className={styles.over} style={{ opacity }} muted playsInline />;
}

/** Position of the thermal picture within the displayed one; undefined while the fields of view are unknown. */
function useThermalRect(isColour: boolean, view: ShownView | undefined): ShareRect | undefined {
  const horizontalDeg = useTopicPart(`videostreams/${THERMAL_STREAM}/state`, (state) => state.fov_horizontal);
  const verticalDeg = useTopicPart(`videostreams/${THERMAL_STREAM}/state`, (state) => state.fov_vertical);
  if (!isColour) return WHOLE;
  if (view === undefined || horizontalDeg === undefined || verticalDeg === undefined) return undefined;
  return rectWithin(view, { horizontalDeg, verticalDeg });
}

/** The palette of the picture with the temperatures at both ends. */
function ScaleBar({ scale }: { readonly scale: KnownScale }) {
  const words = useThermalWords();
  const { high_c, low_c, palette } = scale;
  const stops = PALETTE_STOPS[palette].map(([at, colour]) => `rgb(${colour.join(' ')}) ${at * 100}%`);
  return (
    <div className={styles.scale} role="img" aria-label={words.scale(low_c, high_c)}>
      <span>{words.degrees(high_c)}</span>
      <span className={styles.colours} style={{ background: `linear-gradient(to top, ${stops.join(', ')})` }} />
      <span>{words.degrees(low_c)}</span>
    </div>
  );
}
