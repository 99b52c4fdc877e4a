import { Button } from '@kitestring/console-ui/button.tsx';
import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import { type LateFault, LatePart, useLatePart } from '@kitestring/console-ui/late-part.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { type ComponentType, useEffect } from 'react';
import { useWords } from '../words/words-context.tsx';
import { DRAWERS } from './late-drawers.tsx';
import styles from './whole-page.module.css';

interface View {
  readonly View: ComponentType;
}

/** The operator's page: picture, alarms, flight, camera and control in one file, so that it is complete or missing. */
export const LAYOUT = new LatePart<View>(() => import('./layout.tsx').then(({ Layout }) => ({ View: Layout })));
/** The view for viewers, without controls. */
export const WATCH_PAGE = new LatePart<View>(() =>
  import('../watch-links/watch-page.tsx').then(({ WatchPage }) => ({ View: WatchPage })),
);

/** Administration, on a separate page. */
export const ADMINISTRATION = new LatePart<View>(() =>
  import('../accounts/administration.tsx').then(({ Administration }) => ({ View: Administration })),
);

interface LateViewProps {
  readonly late: LatePart<View>;
  /** Reloads the page and keeps the sign-in. */
  readonly onReload: () => void;
}

/** The view, or a placeholder until it is loaded. */
export function LateView({ late, onReload }: LateViewProps) {
  const words = useWords();
  const { fault, part, tryAgain } = useLatePart(late, onReload);
  // Drawers are loaded as soon as the flight controls are there, so that nothing is missing later, in flight.
  useEffect(() => {
    if (part !== undefined && late === LAYOUT) DRAWERS.fetchEarly();
  }, [part, late]);
  if (part !== undefined) {
    return (
      <FaultGuard>
        <part.View />
      </FaultGuard>
    );
  }
  if (fault !== undefined) return <LoadFailed fault={fault} onTryAgain={() => void tryAgain()} />;
  return (
    <p className={styles.place} role="status">
      {words.shell.loading}
    </p>
  );
}

/** Instead of the page: data of the station is missing, or the script has failed. */
export function LoadFailed({ fault, onTryAgain }: { readonly fault: LateFault; readonly onTryAgain: () => void }) {
  const words = useWords();
  return (
    <main className={styles.place}>
      <Trouble text={words.shell.loadFaults[fault]} />
      <Button look="primary" onPress={onTryAgain}>
        {words.ui.tryAgain}
      </Button>
    </main>
  );
}
