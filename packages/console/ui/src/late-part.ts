import { useEffect, useState } from 'react';

/** A part of the page in a separate file, which is loaded later. */
export class LatePart<Part> {
  readonly #load: () => Promise<Part>;
  #arrived: Part | undefined;
  #arriving: Promise<void> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Undefined until it is loaded. */
  get arrived(): Part | undefined {
    return this.#arrived;
  }

  /** Starts loading, once. @throws when it cannot be loaded; the next call tries again */
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

  /** Preloads it; a failure is reported when it is used. */
  readonly fetchEarly = (): void => void this.fetch().catch(() => undefined);
}

/** Why it is missing: the station did not send it, or its script has failed. */
export type LateFault = 'missing' | 'broken';

export interface LateState<Part> {
  readonly part: Part | undefined;
  readonly fault: LateFault | undefined;
  readonly tryAgain: () => Promise<void>;
}

/** Messages of Chromium, Firefox and Safari, and of Vite for styles, about a missing file. Other errors come from the script itself. */
const NOT_SENT = /dynamically imported module|Importing a module script failed|Unable to preload/;

export const lateFault = (error: unknown): LateFault =>
  error instanceof Error && NOT_SENT.test(error.message) ? 'missing' : 'broken';

/** A late part in its current state, loaded on first use. @param onReload reloads the page as the last resort */
export function useLatePart<Part>(late: LatePart<Part>, onReload: () => void): LateState<Part> {
  const [state, setState] = useState<'coming' | 'there' | LateFault>(late.arrived === undefined ? 'coming' : 'there');
  useEffect(() => {
    let isWanted = true;
    late.fetch().then(
      () => isWanted && setState('there'),
      (error: unknown) => isWanted && setState(lateFault(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [late]);
  const tryAgain = async () => {
    setState('coming');
    // Firefox retries a failed import. Chromium answers the second import from memory for the life of the page, so if
    // the station answers, the page must be reloaded.
    const fault = await late.fetch().then(() => undefined, lateFault);
    if (fault === undefined) setState('there');
    else if (await doesStationAnswer()) onReload();
    else setState(fault);
  };
  const fault = state === 'missing' || state === 'broken' ? state : undefined;
  return { part: state === 'there' ? late.arrived : undefined, fault, tryAgain };
}

/** A page that is reloaded while the station is unreachable would be lost. */
function doesStationAnswer(): Promise<boolean> {
  return fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Time that people wait for a page before they try something else. */
const ANSWER_WITHIN_MS = 10_000;
