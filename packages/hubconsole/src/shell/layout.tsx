import { useHub } from '../fleet-context.tsx';
import { StationDrawer } from '../stations/station-drawer.tsx';
import { FaultBox } from './fault-box.tsx';
import styles from './layout.module.css';
import { LinkLost } from './link-lost.tsx';
import { Rail } from './rail.tsx';
import { usePlace } from './route.ts';
import { SECTION_VIEWS } from './section-views.tsx';
import { sectionsOf } from './sections-of.ts';
import { TopBar } from './top-bar.tsx';

/** The page behind the sign-in: bar, sections, the open section, and the station that was chosen. */
export function Layout() {
  const place = usePlace();
  const { signedIn } = useHub();
  const { sid } = place;
  // An address from another person may name a section that this one does not have.
  const section = sectionsOf(signedIn).find((each) => each === place.section) ?? 'stations';
  const View = SECTION_VIEWS[section];
  return (
    <div className={styles.page} data-section={section}>
      <TopBar />
      <Rail section={section} sid={sid} />
      <main className={styles.main}>
        <LinkLost />
        <FaultBox key={section}>
          <View />
        </FaultBox>
      </main>
      {sid !== undefined && (
        <FaultBox key={sid}>
          <StationDrawer sid={sid} section={section} />
        </FaultBox>
      )}
    </div>
  );
}
