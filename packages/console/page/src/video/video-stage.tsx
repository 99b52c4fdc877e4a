import { classNames } from '@kitestring/console-ui/class-names.ts';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import { useMedia } from '@kitestring/console-ui/use-media.ts';
import { type CSSProperties, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useLargeMap } from '../map/large-map-choice.ts';
import { LateMap } from '../map/late-map.tsx';
import { useFullScreen } from '../parts/use-full-screen.ts';
import { usePressedKey } from '../parts/use-pressed-key.ts';
import { LateDrawer, LateLastKnown, LateTiles } from '../shell/late-drawers.tsx';
import { openDrawer } from '../shell/route.ts';
import { useStation } from '../station/station-context.tsx';
import { LateThermalPanel } from '../thermal/late-thermal.tsx';
import { useWords } from '../words/words-context.tsx';
import { SnapshotFlash } from './capture-notice.tsx';
import { GRID_GAP_PX, gridRoom } from './grid-room.ts';
import { PictureStatus } from './picture-status.tsx';
import { StageBar } from './stage-bar.tsx';
import { InsetPicture, MainPicture, type MainPictureProps } from './stage-pictures.tsx';
import { useStationFacts } from './use-picture-facts.ts';
import { useStage, useStreamList } from './use-stage.ts';
import styles from './video-stage.module.css';

/** Keys of the stage, except in a text field: map and picture swapped, another number of pictures. */
function StageKeys() {
  const { isLarge, toggle } = useLargeMap();
  const { nextCount } = useStage();
  const { isReplay } = useStation().facts;
  usePressedKey((key) => {
    if (key.toLowerCase() === 'm') toggle();
    if (key.toLowerCase() === 'v' && !isLarge && !isReplay) nextCount();
  });
  return null;
}

/** As in the style sheets of the layout. */
const UPRIGHT_PHONE = '(max-width: 559px), (max-width: 699px) and (orientation: portrait)';

const USUAL_ASPECT = 16 / 9;

/** Size of the picture beside the large map. */
const smallRoom = ({ heightPx, widthPx }: SizePx): SizePx => ({
  widthPx: Math.min(320, Math.max(112, widthPx * 0.26)),
  heightPx: heightPx / 2,
});

/** The live picture with its overlays, and its tools below. */
export function VideoStage() {
  const words = useWords();
  const { isReplay } = useStation().facts;
  const trouble = useStreamList();
  const { count: chosenCount, inset, main } = useStage();
  const { isFull, toggle } = useFullScreen();
  const place = useRef<HTMLDivElement>(null);
  const { frame_height: heightPx, frame_width: widthPx } = main ?? {};
  const aspect = widthPx && heightPx ? widthPx / heightPx : USUAL_ASPECT;
  const { isLarge: isMapLarge, toggle: swap } = useLargeMap();
  const room = useSize(place);
  const count = isMapLarge || isReplay ? 1 : chosenCount;
  const { columns, size, wholePx } = gridRoom(isMapLarge ? smallRoom(room) : room, aspect, count);
  // Where the card with the position is: in the corner, or below everything on a phone.
  const isCardBelow = useMedia(UPRIGHT_PHONE);
  const [cardPlace, setCardPlace] = useState<HTMLElement | null>(null);
  const card = <div ref={setCardPlace} className={styles.card} />;
  return (
    <section className={classNames(styles.stage, isFull && styles.full)} aria-label={words.video.title}>
      <h2 className="hidden-visually">{words.video.title}</h2>
      <StageKeys />
      <div className={styles.place} ref={place} data-map={isMapLarge || undefined} data-count={count}>
        {isMapLarge && <LateMap />}
        <div className={styles.pictures} style={gridStyle(columns, wholePx, room)}>
          <div
            className={classNames(styles.picture, isMapLarge && styles.small)}
            style={{ width: size.widthPx, height: size.heightPx }}
            data-stream={main?.stream_id}
          >
            <StagePicture
              isReplay={isReplay}
              trouble={trouble}
              size={size}
              isSmall={isMapLarge}
              cardPlace={cardPlace}
            />
            <SnapshotFlash />
            {inset !== undefined && !isMapLarge && !isReplay && <InsetPicture key={inset.stream_id} stream={inset} />}
            {isMapLarge && <AriaButton className={styles.swap ?? ''} aria-label={words.map.close} onPress={swap} />}
          </div>
          {count > 1 && <LateTiles size={size} />}
        </div>
        {!isCardBelow && card}
        <LateLastKnown />
      </div>
      <LateThermalPanel />
      <StageBar
        isFull={isFull}
        onFull={
          toggle &&
          (() => {
            openDrawer(undefined);
            toggle();
          })
        }
      />
      {isCardBelow && card}
    </section>
  );
}

/** The pictures are in the middle of their room. */
const gridStyle = (columns: number, wholePx: SizePx, room: SizePx): CSSProperties => ({
  gridTemplateColumns: `repeat(${columns}, auto)`,
  gap: GRID_GAP_PX,
  // Not in the types of React.
  ...{ '--picture-top': `${(room.heightPx - wholePx.heightPx) / 2}px` },
});

interface StagePictureProps extends Omit<MainPictureProps, 'stream'> {
  readonly isReplay: boolean;
  readonly trouble: string | undefined;
}

/** The live picture, the recorded one, or the reason why there is none. */
function StagePicture({ isReplay, trouble, ...place }: StagePictureProps) {
  const { main } = useStage();
  if (isReplay) return <LateDrawer name="RecordedPicture" />;
  if (main === undefined) return <NoStream trouble={trouble} />;
  return <MainPicture key={main.stream_id} stream={main} {...place} />;
}

/** No camera, no video, or nothing known about them yet. */
export function NoStream({ trouble }: { readonly trouble: string | undefined }) {
  const { streams } = useStage();
  const stationFacts = useStationFacts();
  const facts = () => ({
    player: undefined,
    shownAtMs: undefined,
    ...stationFacts(),
    isVideoOff: trouble !== undefined,
    streamCount: streams?.length,
  });
  return <PictureStatus facts={facts} onHealth={ignore} trouble={trouble} />;
}

const ignore = (): void => undefined;
