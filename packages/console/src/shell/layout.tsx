import { useRef } from 'react';
import { CameraPanel } from '../camera/camera-panel.tsx';
import { FlightPanel } from '../flight/flight-panel.tsx';
import { RequestAlert } from '../handoff/request-alert.tsx';
import { FaultGuard } from '../kit/fault-guard.tsx';
import { useHeightAsProperty } from '../kit/use-height-as-property.ts';
import { AlertStrip } from '../notifications/alert-strip.tsx';
import { SituationPanel } from '../situation/situation-panel.tsx';
import { useIsStale } from '../station/station-context.tsx';
import { VideoStage } from '../video/video-stage.tsx';
import { Drawer } from './drawer.tsx';
import styles from './layout.module.css';
import { Rail } from './rail.tsx';
import { useDrawer } from './route.ts';
import { StaleNotice } from './stale-notice.tsx';
import { TopBar } from './top-bar.tsx';

/** Where everything is: the picture in the middle, flight and camera beside it, the situation below. */
export function Layout() {
  const drawer = useDrawer();
  const isStale = useIsStale();
  const alerts = useRef<HTMLDivElement>(null);
  useHeightAsProperty(alerts, '--alerts');
  return (
    <div className={styles.layout} data-stale={isStale || undefined}>
      <TopBar />
      <Rail open={drawer} />
      <div ref={alerts} className={styles.alerts}>
        <StaleNotice />
        <AlertStrip />
        <RequestAlert />
      </div>
      <main className={styles.main}>
        <FaultGuard>
          <VideoStage />
        </FaultGuard>
        <FaultGuard>
          <SituationPanel />
        </FaultGuard>
      </main>
      <div className={styles.seat}>
        <FaultGuard>
          <FlightPanel />
        </FaultGuard>
        <FaultGuard>
          <CameraPanel />
        </FaultGuard>
      </div>
      {drawer !== undefined && <Drawer name={drawer} />}
    </div>
  );
}
