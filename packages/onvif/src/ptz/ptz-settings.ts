import { keptDocument } from '../kept-document.ts';
import type { OnvifStation } from '../onvif-station.ts';
import { MOVE_SPACES, type MoveSpace } from './spaces.ts';

export const TIMEOUT_S = { min: 0.1, max: 60, default: 10 };

/** Defaults of moves. */
export interface PtzSettings {
  /** Seconds that a move with a speed lasts. */
  readonly timeoutS: number;
  readonly spaces: Readonly<Record<MoveSpace, string>>;
}

type Documents = OnvifStation['documents'];

const DOCUMENT = 'onvif.ptz';

const kept = (documents: Documents) => keptDocument<Readonly<Record<string, PtzSettings>>>(documents, DOCUMENT, {});

const firstSpaces = Object.fromEntries(
  Object.entries(MOVE_SPACES).map(([name, [first]]) => [name, first]),
) as PtzSettings['spaces'];

export const ptzSettings = (documents: Documents, streamId: string): PtzSettings =>
  kept(documents)[streamId] ?? { timeoutS: TIMEOUT_S.default, spaces: firstSpaces };

export const keepPtzSettings = (documents: Documents, streamId: string, settings: PtzSettings): void =>
  documents.set(DOCUMENT, JSON.stringify({ ...kept(documents), [streamId]: settings }));
