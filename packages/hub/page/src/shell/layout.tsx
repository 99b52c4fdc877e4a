import { Button } from '@kitestring/console-ui/button.tsx';
import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { LatePart, useLatePart } from '@kitestring/console-ui/late-part.ts';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import type { ComponentType } from 'react';
import { AlarmsSection } from '../alarms/alarms-section.tsx';
import { hubNowMs } from '../api/call-hub.ts';
import { useFleet, useHub } from '../fleet-context.tsx';
import { StationDrawer } from '../stations/station-drawer.tsx';
import { StationsSection } from '../stations/stations-section.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './layout.module.css';
import { MoreSection, Rail } from './rail.tsx';
import { type Section, usePlace } from './route.ts';
import { sections } from './sections.ts';
import { TopBar } from './top-bar.tsx';

/** The map is half a megabyte. */
const MAP = new LatePart(() => import('../map/fleet-map.tsx'));
/** Includes the player. */
const WALL = new LatePart(() => import('../wall/wall-section.tsx'));
const TIMELINE = new LatePart(() => import('../timeline/timeline-section.tsx'));
/** Used by few people, and seldom. */
const ADMINISTRATION = new LatePart(() => import('../administration/administration-section.tsx'));

const SECTION_VIEWS: Readonly<Record<Section, ComponentType>> = {
  stations: StationsSection,
  map: () => <LateSection late={MAP} pick={({ FleetMap }) => FleetMap} />,
  wall: () => <LateSection late={WALL} pick={(part) => part.WallSection} />,
  alarms: AlarmsSection,
  timeline: () => <LateSection late={TIMELINE} pick={(part) => part.TimelineSection} />,
  administration: () => <LateSection late={ADMINISTRATION} pick={(part) => part.AdministrationSection} />,
  more: MoreSection,
};

interface LateSectionProps<Part> {
  readonly late: LatePart<Part>;
  readonly pick: (part: Part) => ComponentType;
}

/** A section in a separate file, or a placeholder until it is loaded. */
function LateSection<Part>({ late, pick }: LateSectionProps<Part>) {
  const { ui, trouble } = useWords();
  const { fault, part, tryAgain } = useLatePart(late, () => location.reload());
  if (part !== undefined) {
    const View = pick(part);
    return <View />;
  }
  return (
    <div className={styles.fault}>
      {fault === undefined ? (
        <p role="status">{trouble.loading}</p>
      ) : (
        <>
          <Trouble text={trouble.late[fault]} />
          <Button onPress={() => void tryAgain()}>{ui.tryAgain}</Button>
        </>
      )}
    </div>
  );
}

/** The page behind the sign-in: bar, sections, the open section, and the selected station. */
export function Layout() {
  const place = usePlace();
  const { signedIn } = useHub();
  const { sid } = place;
  // An address from another person may name a section that is not available here.
  const section = sections(signedIn).find((each) => each === place.section) ?? 'stations';
  const View = SECTION_VIEWS[section];
  return (
    <div className={styles.page} data-section={section}>
      <TopBar />
      <Rail section={section} sid={sid} />
      <main className={styles.main}>
        <LinkLost />
        <FaultGuard key={section} className={styles.fault}>
          <View />
        </FaultGuard>
      </main>
      {sid !== undefined && (
        <FaultGuard key={sid} className={styles.fault}>
          <StationDrawer sid={sid} section={section} />
        </FaultGuard>
      )}
    </div>
  );
}

/** Warns that data is stale while the hub sends nothing. */
function LinkLost() {
  const { isLoaded, lostMs } = useFleet();
  const { fleet } = useWords();
  useClockTick(lostMs !== undefined);
  if (lostMs === undefined) return null;
  const ageS = (hubNowMs() - lostMs) / 1000;
  return (
    <div role="alert" className={styles.lost}>
      <AlertIcon />
      <span aria-hidden="true">{isLoaded ? fleet.lost(durationText(ageS)) : fleet.unreachable}</span>
      <span className="hidden-visually">{isLoaded ? fleet.lostSpoken : fleet.unreachable}</span>
    </div>
  );
}
