import { useRef } from 'react';
import { classNames } from '../kit/class-names.ts';
import { useIsSlow, useIsStale } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { InsetPicture } from './inset-picture.tsx';
import { letterbox } from './letterbox.ts';
import { MainPicture } from './main-picture.tsx';
import { PictureStatus } from './picture-status.tsx';
import { StageBar } from './stage-bar.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useSize } from './use-size.ts';
import { useStage, useStreamList } from './use-stage.ts';
import styles from './video-stage.module.css';

const USUAL_ASPECT = 16 / 9;

/** The live picture with what lies over it, and what can be done with it below. */
export function VideoStage() {
  const words = useWords();
  const trouble = useStreamList();
  const { inset, main } = useStage();
  const { isFull, toggle } = useFullScreen();
  const place = useRef<HTMLDivElement>(null);
  const { frame_height: heightPx, frame_width: widthPx } = main ?? {};
  const aspect = widthPx && heightPx ? widthPx / heightPx : USUAL_ASPECT;
  const size = letterbox(useSize(place), aspect);
  return (
    <section className={classNames(styles.stage, isFull && styles.full)} aria-label={words.video.title}>
      <div className={styles.place} ref={place}>
        <div
          className={styles.picture}
          style={{ width: size.widthPx, height: size.heightPx }}
          data-stream={main?.stream_id}
        >
          {main === undefined ? (
            <NoStream trouble={trouble} />
          ) : (
            <MainPicture key={main.stream_id} stream={main} size={size} />
          )}
          {inset !== undefined && <InsetPicture key={inset.stream_id} stream={inset} />}
        </div>
      </div>
      <StageBar isFull={isFull} onFull={toggle} />
    </section>
  );
}

/** No camera, no video, or nothing known of them yet. */
function NoStream({ trouble }: { readonly trouble: string | undefined }) {
  const { streams } = useStage();
  const isStationSilent = useIsStale();
  const isLinkSlow = useIsSlow();
  const isCameraOnline = useTopicPart('camera/state', ({ online_state }) => online_state === 'Online');
  const facts = () => ({
    player: undefined,
    shownAtMs: undefined,
    nowMs: performance.now(),
    isStationSilent,
    isLinkSlow,
    isCameraOnline,
    isVideoOff: trouble !== undefined,
    streamCount: streams?.length,
  });
  return <PictureStatus facts={facts} onHealth={ignore} trouble={trouble} />;
}

const ignore = (): void => undefined;
