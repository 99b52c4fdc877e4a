import { classNames } from '@kitestring/console-ui/class-names.ts';
import { useSize } from '@kitestring/console-ui/size.ts';
import { type ReactNode, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useKiteAgeS } from '../station/use-loss.ts';
import { useWords } from '../words/words-context.tsx';
import { Plots } from './plots.tsx';
import { SideView } from './side-view.tsx';
import styles from './situation-panel.module.css';
import { TopView } from './top-view.tsx';
import { useFlightHistory } from './use-flight-history.ts';
import { useSituation } from './use-situation.ts';
import { useWindLoadFollowed } from './use-wind-load.ts';

/** From this width on all views fit side by side. */
const WIDE_FROM_PX = 700;
/** From this height on they fit in two rows. */
const TALL_FROM_PX = 420;

const VIEWS = ['side', 'top', 'plots'] as const;
type ViewName = (typeof VIEWS)[number];

/** The Kite to scale: side view, top view, and plots. */
export function SituationPanel() {
  const words = useWords();
  const { isStale, situation } = useSituation();
  useWindLoadFollowed();
  const history = useFlightHistory();
  const ageS = useKiteAgeS();
  const place = useRef<HTMLElement>(null);
  const { heightPx, widthPx } = useSize(place);
  const isWide = widthPx >= WIDE_FROM_PX;
  const views: Record<ViewName, ReactNode> = {
    side: <SideView situation={situation} />,
    top: <TopView situation={situation} />,
    plots: <Plots history={history} />,
  };
  return (
    <section
      ref={place}
      className={classNames(styles.panel, isStale && styles.stale)}
      aria-label={words.shell.situation}
      data-stale={isStale || undefined}
    >
      <h2 className="hidden-visually">{words.shell.situation}</h2>
      {isWide || heightPx >= TALL_FROM_PX ? <Together views={views} isTall={!isWide} /> : <OneAtATime views={views} />}
      {isStale && ageS !== undefined && <p className={styles.age}>{words.flight.ageS(ageS)}</p>}
    </section>
  );
}

interface ViewsProps {
  readonly views: Readonly<Record<ViewName, ReactNode>>;
}

function Together({ isTall, views }: ViewsProps & { readonly isTall: boolean }) {
  const words = useWords();
  return (
    <div className={styles.row} data-tall={isTall || undefined}>
      {VIEWS.map((name) => (
        <section key={name} className={styles.view} aria-label={words.situation.views[name]}>
          {views[name]}
        </section>
      ))}
    </div>
  );
}

function OneAtATime({ views }: ViewsProps) {
  const words = useWords();
  const [shown, setShown] = useState<ViewName>('side');
  return (
    <Tabs
      className={styles.tabs ?? ''}
      selectedKey={shown}
      onSelectionChange={(key) => setShown(VIEWS.find((name) => name === key) ?? 'side')}
    >
      <TabList className={styles.tabList ?? ''} aria-label={words.shell.situation}>
        {VIEWS.map((name) => (
          <Tab key={name} id={name} className={styles.tab ?? ''}>
            {words.situation.views[name]}
          </Tab>
        ))}
      </TabList>
      {VIEWS.map((name) => (
        <TabPanel key={name} id={name} className={styles.view ?? ''}>
          {views[name]}
        </TabPanel>
      ))}
    </Tabs>
  );
}
