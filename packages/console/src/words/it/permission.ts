import type { Words } from '../words.ts';

export const permission: Words['permission'] = {
  replay: 'Riproduzione: nessun comando possibile.',
  viewOnly: 'Accesso in sola lettura.',
  cameraOnly: 'Operatore telecamera: nessun comando di volo.',
  stale: 'Dati non aggiornati.',
  otherInControl: (name) => `${name} ha il comando.`,
  noCamera: 'Nessuna telecamera rilevata.',
  cameraOff: 'Telecamera offline.',
};
