import { useSyncExternalStore } from 'react';

/** Sections of the page, each with its own address: `#/map`, with a station `#/map/{sid}`. */
export const SECTIONS = ['stations', 'map', 'wall', 'alarms', 'timeline', 'administration', 'more'] as const;
export type Section = (typeof SECTIONS)[number];

/** Sections with their own views in the address, `#/administration/keys`, `#/timeline/{sid}`; no station is open beside them. */
const WITH_VIEWS: ReadonlySet<Section> = new Set(['timeline', 'administration']);

interface Place {
  readonly section: Section;
  /** Station whose details are open. */
  readonly sid: string | undefined;
  /** View of a section that has several. */
  readonly view: string | undefined;
}

const SID = /^[a-z0-9]{1,40}$/;

/** The place in the address; the list of stations for any other address. */
function parsePlace(hash: string): Place {
  const [, name = '', sid = ''] = hash.split('/');
  const section = SECTIONS.find((each) => each === name) ?? 'stations';
  if (WITH_VIEWS.has(section)) return { section, sid: undefined, view: sid };
  return { section, sid: SID.test(sid) ? sid : undefined, view: undefined };
}

export const addressOfPlace = (section: Section, sid?: string): string =>
  sid === undefined || WITH_VIEWS.has(section) ? `#/${section}` : `#/${section}/${sid}`;

export const addressOfView = (section: Section, view: string): string => `#/${section}/${view}`;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => location.hash));
}

export function goTo(section: Section, sid?: string): void {
  location.hash = addressOfPlace(section, sid);
}
