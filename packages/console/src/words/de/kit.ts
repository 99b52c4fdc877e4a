import type { Words } from '../words.ts';

export const kit: Words['kit'] = {
  unknown: 'unbekannt',
  close: 'Schliessen',
  cancel: 'Abbrechen',
  holdToConfirm: 'Zum Bestätigen halten',
  pressAgain: 'Zum Bestätigen noch einmal drücken',
};
