import type { ReportLanguage } from '@kitestring/station-contract/station/flights.ts';
import { de, deCh } from './words/de.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import { it } from './words/it.ts';

export type IncidentWords = typeof en;

export const INCIDENT_WORDS: Readonly<Record<ReportLanguage, IncidentWords>> = { en, de, 'de-CH': deCh, fr, it };
