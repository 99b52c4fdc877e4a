import { useEffect, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import type { Layout } from './layout.tsx';
import { LoadFailed } from './load-failed.tsx';
import styles from './whole-page.module.css';

let arrived: typeof Layout | undefined;
let arriving: Promise<void> | undefined;

/**
 * Begins to fetch everything behind the sign-in, which is one file: either all of the page is there, or none of it.
 * @throws when it cannot be fetched
 */
export function fetchLayout(): Promise<void> {
  arriving ??= import('./layout.tsx').then(
    (part) => {
      arrived = part.Layout;
    },
    (error: unknown) => {
      arriving = undefined;
      throw error;
    },
  );
  return arriving;
}

export interface LateLayoutProps {
  /** Loads the page anew, with the sign-in. */
  readonly onReload: () => void;
}

/** The layout, or what there is to see until it has come. */
export function LateLayout({ onReload }: LateLayoutProps) {
  const words = useWords();
  const [state, setState] = useState<'coming' | 'missing' | 'there'>(arrived === undefined ? 'coming' : 'there');
  useEffect(() => {
    let isWanted = true;
    fetchLayout().then(
      () => isWanted && setState('there'),
      () => isWanted && setState('missing'),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  const Arrived = arrived;
  if (Arrived !== undefined && state === 'there') return <Arrived />;
  if (state !== 'missing') {
    return (
      <p className={styles.place} role="status">
        {words.shell.loading}
      </p>
    );
  }
  const tryAgain = async () => {
    setState('coming');
    // Chromium answers a second import of what could not be fetched from memory for as long as the page lives, Firefox
    // asks again; where it does not help, a page that the station answers can only be loaded anew.
    if (await fetchLayout().then(succeeded, failed)) setState('there');
    else if (await doesStationAnswer()) onReload();
    else setState('missing');
  };
  return <LoadFailed onTryAgain={() => void tryAgain()} />;
}

const succeeded = () => true;
const failed = () => false;

/** A page that is loaded anew while the station is out of reach would be no page at all. */
function doesStationAnswer(): Promise<boolean> {
  return fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(({ ok }) => ok, failed);
}

/** As long as people wait for a page before they try something else. */
const ANSWER_WITHIN_MS = 10_000;
