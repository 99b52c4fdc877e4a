import { useEffect, useState } from 'react';

/** A part of the page that is a file of its own, and comes after what has to be there first. */
export class LatePart<Part> {
  readonly #load: () => Promise<Part>;
  #arrived: Part | undefined;
  #arriving: Promise<void> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Undefined until it has come. */
  get arrived(): Part | undefined {
    return this.#arrived;
  }

  /** Begins to fetch it, once. @throws when it cannot be fetched; then the next call asks again */
  fetch(): Promise<void> {
    this.#arriving ??= this.#load().then(
      (part) => {
        this.#arrived = part;
      },
      (error: unknown) => {
        this.#arriving = undefined;
        throw error;
      },
    );
    return this.#arriving;
  }

  /** Begins to fetch it for somebody who will want it; whoever wants it is told when it does not come. */
  readonly fetchEarly = (): void => void this.fetch().catch(() => undefined);
}

interface LateState<Part> {
  readonly part: Part | undefined;
  readonly isMissing: boolean;
  readonly tryAgain: () => Promise<void>;
}

/** A late part as it is now, fetched if it has not been. @param onReload loads the page anew, where nothing else helps */
export function useLatePart<Part>(late: LatePart<Part>, onReload: () => void): LateState<Part> {
  const [state, setState] = useState<'coming' | 'missing' | 'there'>(late.arrived === undefined ? 'coming' : 'there');
  useEffect(() => {
    let isWanted = true;
    late.fetch().then(
      () => isWanted && setState('there'),
      () => isWanted && setState('missing'),
    );
    return () => {
      isWanted = false;
    };
  }, [late]);
  const tryAgain = async () => {
    setState('coming');
    // Chromium answers a second import of what could not be fetched from memory for as long as the page lives, Firefox
    // asks again; where it does not help, a page that the station answers can only be loaded anew.
    if (await late.fetch().then(succeeded, failed)) setState('there');
    else if (await doesStationAnswer()) onReload();
    else setState('missing');
  };
  return { part: state === 'there' ? late.arrived : undefined, isMissing: state === 'missing', tryAgain };
}

const succeeded = () => true;
const failed = () => false;

/** A page that is loaded anew while the station is out of reach would be no page at all. */
function doesStationAnswer(): Promise<boolean> {
  return fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(({ ok }) => ok, failed);
}

/** As long as people wait for a page before they try something else. */
const ANSWER_WITHIN_MS = 10_000;
