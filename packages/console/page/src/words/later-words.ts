import type { Language } from '@kitestring/console-ui/languages.ts';
import type { FollowEnd } from '@kitestring/station-contract/station/camera-follow.ts';
import type { ChecklistTopic } from '@kitestring/station-contract/station/checklist.ts';
import type { ZoneRule } from '@kitestring/station-contract/station/geofence.ts';
import type { PinKind } from '@kitestring/station-contract/station/pin.ts';
import type { DraftFault } from '../place/zone-draft.ts';
import type { AutopilotWords, ClipWords, PushWords, ThermalWords } from './en/en-later.ts';
import type { StationTranslator } from './station-texts.ts';

/** Texts that are loaded right after the first picture: texts of the station, help, the tour, autopilot, pushes, clips, temperatures. */
export interface LaterWords {
  /** Formats numbers with this decimal sign. Undefined for English, the station's own language. */
  readonly translator: ((decimalSign: string) => StationTranslator) | undefined;
  readonly help: HelpWords;
  readonly tour: TourWords;
  readonly checklist: ChecklistWords;
  readonly follow: FollowWords;
  readonly measure: MeasureWords;
  readonly pin: { readonly kind: string; readonly kinds: Readonly<Record<PinKind, string>> };
  readonly zones: ZoneWords;
  readonly autopilot: AutopilotWords;
  readonly push: PushWords;
  readonly clip: ClipWords;
  readonly thermal: ThermalWords;
}

export const HELP_TASKS = [
  'takeOff',
  'land',
  'altitude',
  'camera',
  'pictures',
  'place',
  'control',
  'alarms',
  'linkLost',
  'watch',
] as const;
export const SHORTCUTS = [
  'help',
  'skip',
  'close',
  'hold',
  'aim',
  'where',
  'zoom',
  'zoomOut',
  'map',
  'layout',
  'presets',
  'altitude',
] as const;
export const TOUR_STEPS = ['fly', 'look', 'help'] as const;

export interface ChecklistWords {
  readonly summary: (done: number, all: number) => string;
  readonly made: (who: string, time: string) => string;
  readonly edit: string;
  readonly save: string;
  readonly lines: (most: number) => string;
  readonly linesHint: string;
  readonly topics: Readonly<Record<ChecklistTopic, string>>;
}

interface FollowWords {
  readonly keepHere: string;
  readonly stop: string;
  readonly stages: Readonly<Record<'position' | 'object' | 'lost', string>>;
  readonly ended: (reason: string) => string;
  readonly ends: Readonly<Record<FollowEnd, string>>;
}

interface MeasureWords {
  readonly add: string;
  readonly clear: string;
  readonly first: string;
  readonly length: (points: number, length: string) => string;
  readonly area: (area: string) => string;
  readonly crossed: string;
  readonly full: (most: number) => string;
}

interface ZoneWords {
  readonly title: string;
  readonly lead: (count: number, most: number) => string;
  readonly name: string;
  readonly rule: string;
  readonly rules: Readonly<Record<ZoneRule, string>>;
  readonly altitude: string;
  readonly shape: string;
  readonly aroundStation: string;
  readonly byPoints: (count: number) => string;
  readonly radius: string;
  readonly pointsHint: string;
  readonly add: string;
  readonly crossed: string;
  readonly faults: Readonly<Record<DraftFault, string>>;
}

interface HelpTask {
  readonly title: string;
  readonly steps: readonly string[];
}

/** Losses with a card of steps. */
export const LOSSES = ['kite', 'tether', 'station'] as const;

interface HelpWords {
  readonly losses: {
    readonly title: string;
    readonly print: string;
    readonly lastKnown: string;
    readonly cards: Readonly<Record<(typeof LOSSES)[number], HelpTask>>;
  };
  readonly lead: string;
  readonly tasks: Readonly<Record<(typeof HELP_TASKS)[number], HelpTask>>;
  readonly shortcuts: string;
  /** Action and label of each key. */
  readonly keys: Readonly<Record<(typeof SHORTCUTS)[number], { readonly key: string; readonly does: string }>>;
  readonly tourAgain: string;
}

interface TourWords {
  readonly title: string;
  readonly steps: Readonly<Record<(typeof TOUR_STEPS)[number], { readonly title: string; readonly text: string }>>;
  readonly place: (step: number, of: number) => string;
  readonly next: string;
  readonly done: string;
  readonly skip: string;
}

const LATER: Readonly<Record<Language, () => Promise<LaterWords>>> = {
  en: () => import('./en/en-later.ts').then(({ later }) => later),
  de: () => import('./de/de-later.ts').then(({ later }) => later),
  'de-CH': () => import('./de/de-later.ts').then(({ laterCh }) => laterCh()),
  fr: () => import('./fr/fr-later.ts').then(({ later }) => later),
  it: () => import('./it/it-later.ts').then(({ later }) => later),
};

/** @throws when the file cannot be fetched */
export const loadLaterWords = (language: Language): Promise<LaterWords> => LATER[language]();
