import { classNames } from '@kitestring/console-ui/class-names.ts';
import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { useMedia } from '@kitestring/console-ui/use-media.ts';
import { useEffect, useRef } from 'react';
import { AttentionSignals } from '../attention/attention-signals.tsx';
import { useCallForAttention } from '../attention/use-attention.ts';
import { CameraPanel } from '../camera/camera-panel.tsx';
import { FlightPanel } from '../flight/flight-panel.tsx';
import { LandedFlight } from '../flights/landed-flight.tsx';
import { RequestAlert } from '../handoff/request-alert.tsx';
import { AlertStrip } from '../notifications/alert-strip.tsx';
import { Ticking } from '../parts/ticking.tsx';
import { useIsFullScreen } from '../parts/use-full-screen.ts';
import { useHeightAsProperty } from '../parts/use-height.ts';
import { usePlayed } from '../recordings/played-recording.ts';
import { useIsSlow, useIsStale, useLateS, useSilentS, useStation, useWhyStale } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import { VideoStage } from '../video/video-stage.tsx';
import { useWords } from '../words/words-context.tsx';
import { Drawer } from './drawer.tsx';
import { LateDrawer, LateExtras } from './late-drawers.tsx';
import styles from './layout.module.css';
import { Rail } from './rail.tsx';
import { DRAWER_COVERS_ALL, DRAWER_COVERS_PICTURE, useDrawer } from './route.ts';
import { TopBar } from './top-bar.tsx';

/** As in the style sheet: there the situation is below the camera. */
const LARGE_SCREEN = '(min-width: 2200px)';

/**
 * Layout of the page: the picture in the middle, flight and camera beside it, the situation below. Invariant: alarms
 * and the flight command are above every other layer, and covered controls can be neither pressed nor focused.
 */
export function Layout() {
  const drawer = useDrawer();
  const { facts } = useStation();
  const isStale = useIsStale();
  const { played } = usePlayed();
  const isFull = useIsFullScreen() && played === undefined;
  const isPictureCovered = useMedia(DRAWER_COVERS_PICTURE) && drawer !== undefined;
  const coversAll = useMedia(DRAWER_COVERS_ALL);
  const isSeatCovered = isFull || (coversAll && drawer !== undefined);
  const isLarge = useMedia(LARGE_SCREEN);
  const situation = (
    <div className={styles.situation} inert={isFull}>
      <FaultGuard>
        <LateDrawer name="SituationPanel" />
      </FaultGuard>
    </div>
  );
  const alerts = useRef<HTMLDivElement>(null);
  useHeightAsProperty(alerts, '--alerts');
  const over = useRef<HTMLDivElement>(null);
  useHeightAsProperty(over, '--alerts-over');
  useEffect(() => {
    // The opened section would be below the picture.
    if (drawer !== undefined && document.fullscreenElement !== null) void document.exitFullscreen();
  }, [drawer]);
  return (
    <div
      className={styles.layout}
      data-stale={isStale || undefined}
      data-full={isFull || undefined}
      data-drawer={drawer !== undefined || undefined}
    >
      <SkipLink />
      <FaultGuard className={styles.top}>
        <TopBar />
      </FaultGuard>
      <FaultGuard className={styles.rail}>
        <Rail open={drawer} isCovered={isFull} />
      </FaultGuard>
      {/* Dialogs and popovers leave elements in such a layer visible and active. */}
      <div ref={alerts} className={styles.alerts} data-react-aria-top-layer="true">
        {facts.isReplay && (
          <FaultGuard>
            <LateDrawer name="ReplayBar" />
          </FaultGuard>
        )}
        {/* Their room is always reserved, and higher ones cover the picture: nothing moves under a finger. */}
        <div className={styles.room}>
          <div ref={over} className={styles.over} data-react-aria-top-layer="true">
            <StaleNotice />
            <FaultGuard>
              <AlertStrip />
            </FaultGuard>
            <FaultGuard>
              <RequestAlert />
            </FaultGuard>
            <FaultGuard>
              <AttentionSignals />
            </FaultGuard>
          </div>
        </div>
      </div>
      <main className={styles.main}>
        <div className={styles.covered} inert={isPictureCovered}>
          {played?.kind === 'flight' ? (
            <FaultGuard key={played.flightId}>
              <LateDrawer name="ReplayStage" />
            </FaultGuard>
          ) : (
            <>
              <FaultGuard>
                {played?.kind === 'recording' ? (
                  <LateDrawer name="RecordingPlayer" {...played.recording} />
                ) : (
                  <VideoStage />
                )}
              </FaultGuard>
              {!isLarge && situation}
            </>
          )}
        </div>
      </main>
      <div className={styles.seat} data-covered={isSeatCovered || undefined}>
        <FaultGuard>
          <FlightPanel />
        </FaultGuard>
        <FaultGuard>
          <LandedFlight />
        </FaultGuard>
        <FaultGuard>
          <CameraPanel />
        </FaultGuard>
        {isLarge && played?.kind !== 'flight' && situation}
      </div>
      {drawer !== undefined && <Drawer name={drawer} />}
      <LateExtras />
    </div>
  );
}

/** Shows across the whole width that data is stale or delayed, and by how much. */
export function StaleNotice() {
  const words = useWords();
  const isStale = useIsStale();
  const silentS = useSilentS(isStale);
  const why = useWhyStale();
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy') ?? true;
  const { ended, linkLost, staleBy } = words.station;
  useCallForAttention('linkLost', isStale && why !== 'ended' ? linkLost : undefined);
  // A page that is left open over night must not ring.
  useCallForAttention('signInEnded', why === 'ended' && !isOnGround ? ended : undefined);
  const isSlow = useIsSlow() && !isStale;
  const lateS = useLateS(isSlow);
  return (
    <div role="status">
      {isStale && (
        <p className={styles.notice}>
          <AlertIcon />
          <Ticking text={staleBy[why](`${silentS} s`)} spoken={staleBy[why](undefined)} />
        </p>
      )}
      {isSlow && (
        <p className={classNames(styles.notice, styles.slow)}>
          <AlertIcon />
          <Ticking text={words.station.slow(Math.max(1, lateS))} spoken={words.station.isSlow} />
        </p>
      )}
    </div>
  );
}

/** The first element in tab order: a link to the flight command, past bar, sections and picture. */
function SkipLink() {
  const words = useWords();
  const skip = () => document.querySelector<HTMLElement>('[data-flight-command] button')?.focus();
  return (
    <button type="button" className={styles.skip} onClick={skip}>
      {words.shell.skipToCommand}
    </button>
  );
}
