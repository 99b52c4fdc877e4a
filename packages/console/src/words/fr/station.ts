import type { StationTexts } from '../station-texts.ts';
import { faultTexts } from './station-faults.ts';
import { notificationTexts } from './station-notifications.ts';
import { phraseTexts } from './station-phrases.ts';
import { refusalTexts } from './station-refusals.ts';

/** Texts of the station in French. */
export const station: StationTexts = {
  notifications: notificationTexts,
  refusals: refusalTexts,
  phrases: phraseTexts,
  faults: faultTexts,
};
