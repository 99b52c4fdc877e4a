import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { useContext, useEffect, useRef } from 'react';
import { FlightGlance } from '../flight/flight-state.tsx';
import { keyOf } from '../notifications/notification-feed.ts';
import { SeverityMark } from '../notifications/severity-mark.tsx';
import { lastedS, useNotifications } from '../notifications/use-notifications.ts';
import { Ticking } from '../parts/ticking.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { OriginChip } from '../shell/origin-chip.tsx';
import { MapBackground } from '../situation/map-background.tsx';
import { onMapOf } from '../situation/on-map.ts';
import { TopDrawing } from '../situation/top-drawing.tsx';
import { useSituation } from '../situation/use-situation.ts';
import { useWindLoadFollowed } from '../situation/use-wind-load.ts';
import situationStyles from '../situation/view.module.css';
import { useIsStale, useSilentS, useStation, useWhyStale } from '../station/station-context.tsx';
import { letterbox } from '../video/letterbox.ts';
import { PictureOverlay } from '../video/picture-overlay.tsx';
import { PictureStatus } from '../video/picture-status.tsx';
import { qualityText } from '../video/picture-text.ts';
import pictureStyles from '../video/stage-pictures.module.css';
import { useLivePicture } from '../video/stage-pictures.tsx';
import { useStage, useStreamList } from '../video/use-stage.ts';
import stageStyles from '../video/video-stage.module.css';
import { NoStream } from '../video/video-stage.tsx';
import { useWords } from '../words/words-context.tsx';
import { PictureReady } from './picture-came.ts';
import styles from './watch-page.module.css';
import { notificationsOnWatchPage, stationTimeText, watchReachM } from './watch-page-view.ts';

/**
 * Page of a watch link for the wall of a command post: picture, state, notifications, map, time. Invariant: nothing on it can be pressed, typed
 * into or focused, so that it is not mistaken for an operator's page.
 */
export function WatchPage() {
  const words = useWords();
  const { facts } = useStation();
  useEffect(() => {
    document.title = words.watching.page.title(facts.stationName);
  }, [words, facts]);
  return (
    <div className={styles.page} data-stale={useIsStale() || undefined}>
      <header className={styles.head}>
        <h1 className={styles.name}>{facts.stationName}</h1>
        <OriginChip facts={facts} className={styles.simulated} />
        <FlightGlance />
        <StationTime />
      </header>
      <LinkNotice />
      <main className={styles.body}>
        <FaultGuard>
          <WatchPicture />
        </FaultGuard>
        <FaultGuard>
          <WatchNotifications />
        </FaultGuard>
        <FaultGuard>
          <WatchMap />
        </FaultGuard>
      </main>
    </div>
  );
}

function StationTime() {
  const words = useWords();
  const { locale } = useQuantities().style;
  const { clock } = useStation().link;
  useClockTick();
  const shown = stationTimeText(clock.nowMs(), locale);
  return (
    <time className={styles.clock}>
      <span className="hidden-visually">{words.watching.page.clock}</span>
      <span className="figures">{shown?.time ?? '—'}</span>
      <span className={styles.zone}>{shown?.zone}</span>
    </time>
  );
}

/** The station has been silent for a while: all data is stale. */
function LinkNotice() {
  const words = useWords();
  const isStale = useIsStale();
  const silentS = useSilentS(isStale);
  const why = useWhyStale();
  return (
    <div role="status">
      {isStale && (
        <p className={styles.notice}>
          <AlertIcon />
          <Ticking text={words.station.staleBy[why](`${silentS} s`)} spoken={words.station.staleBy[why](undefined)} />
        </p>
      )}
    </div>
  );
}

function WatchPicture() {
  const words = useWords();
  const trouble = useStreamList();
  const { main, streams } = useStage();
  useReportPicture(streams?.length === 0 || trouble !== undefined);
  const place = useRef<HTMLDivElement>(null);
  const { frame_height: heightPx = 9, frame_width: widthPx = 16 } = main ?? {};
  const size = letterbox(useSize(place), widthPx / heightPx);
  return (
    <section className={`${styles.picture} ${stageStyles.stage}`} aria-label={words.video.title}>
      <div className={styles.place} ref={place}>
        <div
          className={stageStyles.picture}
          style={{ width: size.widthPx, height: size.heightPx }}
          data-stream={main?.stream_id}
        >
          {main === undefined ? (
            <NoStream trouble={trouble} />
          ) : (
            <LivePicture key={main.stream_id} stream={main} size={size} />
          )}
        </div>
      </div>
    </section>
  );
}

function LivePicture({ size, stream }: { readonly size: SizePx; readonly stream: VideoStreamInfo }) {
  const words = useWords();
  const { stream_id: streamId } = stream;
  const video = useRef<HTMLVideoElement>(null);
  const { health, isStale, onHealth, pictureFacts, player, viewNow } = useLivePicture(streamId, video);
  // Its first picture has arrived.
  const onPicture = useContext(PictureReady);
  return (
    <>
      {/* A video element without controls takes no focus. */}
      <video
        ref={video}
        className={pictureStyles.video}
        data-health={health}
        onLoadedData={onPicture}
        muted
        playsInline
      />
      <PictureOverlay size={size} view={viewNow()} isStale={isStale} quality={qualityText(player, words)} />
      <PictureStatus facts={pictureFacts} onHealth={onHealth} />
    </>
  );
}

function useReportPicture(hasCome: boolean): void {
  const tell = useContext(PictureReady);
  useEffect(() => {
    if (hasCome) tell();
  }, [tell, hasCome]);
}

function WatchNotifications() {
  const words = useWords();
  const { active, dictionary } = useNotifications();
  const { clock } = useStation().link;
  useClockTick(active.length > 0);
  const { hidden, shown } = notificationsOnWatchPage(active);
  const isLoaded = dictionary.size > 0 || active.length > 0;
  return (
    <section className={styles.notifications} aria-label={words.watching.page.notifications}>
      {active.length === 0 && (
        <p className="quiet">{isLoaded ? words.notifications.nothing : words.notifications.unknownYet}</p>
      )}
      <ul className="stack">
        {shown.map((notification) => {
          const seconds = lastedS(notification, clock.nowMs());
          return (
            <li key={keyOf(notification)} className={styles.notification}>
              <SeverityMark severity={notification.severity} />
              <span className={styles.message}>{notification.message}</span>
              {seconds !== undefined && <span className="quiet small figures">{durationText(seconds)}</span>}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p className="quiet small">{words.notifications.more(hidden)}</p>}
    </section>
  );
}

function WatchMap() {
  const words = useWords();
  const { map } = useStation().facts;
  const { isStale, situation } = useSituation();
  useWindLoadFollowed();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const metersPerPx = (2 * watchReachM(situation)) / Math.max(1, Math.min(size.widthPx, size.heightPx));
  return (
    <section className={styles.map} aria-label={words.watching.page.map} data-stale={isStale || undefined}>
      <div ref={place} className={situationStyles.place}>
        {map !== undefined && situation.station !== undefined && (
          <MapBackground center={situation.station} metersPerPx={metersPerPx} size={size} {...map} />
        )}
        {size.heightPx > 0 && <TopDrawing situation={situation} size={size} onMap={onMapOf(size, metersPerPx)} />}
        {!situation.isPlaceKnown && situation.kite !== undefined && (
          <p className={situationStyles.warning}>{words.situation.noPlace}</p>
        )}
      </div>
    </section>
  );
}
