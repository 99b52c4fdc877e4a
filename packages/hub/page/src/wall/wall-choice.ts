import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import { listed } from '../stations/fleet-view.ts';

/** Pictures at once; more than the last are never requested. */
export const LAYOUTS = ['1', '4', '9', '16'] as const;
export type Layout = (typeof LAYOUTS)[number];
export const PICTURES_MAX = 16;
/** Limit of stations selected by hand, and of stored streams. */
export const CHOSEN_MAX = 200;

/** Stations by their current state, selected by hand, or of a group. */
export const SOURCES = ['online', 'flying', 'alarms', 'chosen'] as const;
export type WallSource = (typeof SOURCES)[number] | `group:${string}`;

export interface WallChoice {
  readonly source: WallSource;
  readonly layout: Layout;
  /** Those selected by hand, in their order on the video wall. */
  readonly sids: readonly string[];
  /** Stream of a station if it is not the default one. */
  readonly streams: Readonly<Record<string, string>>;
}

const KEPT_AS = 'kitestring.wall';
const NO_CHOICE: WallChoice = { source: 'online', layout: '4', sids: [], streams: {} };

/** The video wall as stored by this browser; invalid values are dropped. */
export function keptWall(storage: Pick<Storage, 'getItem'>): WallChoice {
  try {
    const { layout, sids, source, streams } = JSON.parse(storage.getItem(KEPT_AS) ?? '{}') as Record<string, unknown>;
    const texts = Array.isArray(sids) ? sids.filter((sid): sid is string => typeof sid === 'string') : [];
    return {
      source: parseSource(source),
      layout: LAYOUTS.find((each) => each === layout) ?? NO_CHOICE.layout,
      sids: [...new Set(texts)].slice(0, CHOSEN_MAX),
      streams: parseStreams(streams),
    };
  } catch {
    return NO_CHOICE;
  }
}

export const keepWall = (storage: Pick<Storage, 'setItem'>, choice: WallChoice): void =>
  storage.setItem(KEPT_AS, JSON.stringify(choice));

const parseSource = (value: unknown): WallSource =>
  typeof value === 'string' && value.startsWith('group:')
    ? (value as WallSource)
    : (SOURCES.find((each) => each === value) ?? NO_CHOICE.source);

function parseStreams(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries.slice(-CHOSEN_MAX));
}

/** The newest choice is removed last. */
export function withStream(choice: WallChoice, sid: string, streamId: string): WallChoice {
  const { [sid]: _, ...others } = choice.streams;
  return { ...choice, streams: parseStreams({ ...others, [sid]: streamId }) };
}

/** Appends stations, or removes them. */
export function withChosen(choice: WallChoice, sids: readonly string[], isChosen: boolean): WallChoice {
  const others = choice.sids.filter((sid) => !sids.includes(sid));
  const kept = isChosen ? [...new Set([...choice.sids, ...sids])].slice(0, CHOSEN_MAX) : others;
  return { ...choice, source: 'chosen', sids: kept };
}

/** Moves a station selected by hand by this many places. */
export function withMoved(choice: WallChoice, sid: string, by: number): WallChoice {
  const from = choice.sids.indexOf(sid);
  const to = from + by;
  if (from < 0 || to < 0 || to >= choice.sids.length) return choice;
  return { ...choice, sids: choice.sids.toSpliced(from, 1).toSpliced(to, 0, sid) };
}

/** The stations of the video wall, in an order that does not change with their states. @param stations by name */
export function stationsOnWall(
  { sids, source }: WallChoice,
  stations: readonly HubStation[],
  groups: readonly StationGroup[],
): readonly HubStation[] {
  if (source === 'chosen') {
    const bySid = new Map(stations.map((station) => [station.sid, station]));
    return sids.flatMap((sid) => bySid.get(sid) ?? []);
  }
  if (source === 'online') return stations.filter(({ state }) => state === 'online');
  if (source === 'flying' || source === 'alarms') return listed(stations, { filter: source, order: 'name', text: '' });
  const members = new Set(groups.find(({ id }) => source === `group:${id}`)?.stations);
  return stations.filter(({ sid, state }) => state !== 'revoked' && members.has(sid));
}

interface WallPage<Entry> {
  readonly entries: readonly Entry[];
  /** From 0; lower than requested if there are fewer pages. */
  readonly page: number;
  readonly pages: number;
  /** Place of its first entry among all, from 0. */
  readonly first: number;
}

export function pageOf<Entry>(all: readonly Entry[], size: number, wanted: number): WallPage<Entry> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.max(0, Math.min(wanted, pages - 1));
  return { entries: all.slice(page * size, (page + 1) * size), page, pages, first: page * size };
}

/** Columns that make the pictures as large as possible, on a screen with the aspect ratio of a picture. */
export const columnsOf = (count: number): number => Math.max(1, Math.ceil(Math.sqrt(count)));

/** The stream that is shown by default: the one that people mostly use. */
export function usualStream(streamIds: readonly string[]): string | undefined {
  const usual = streamIds.find((id) => id === 'zoom' || id === 'color');
  return usual ?? streamIds.find((id) => id !== 'thermal') ?? streamIds[0];
}
