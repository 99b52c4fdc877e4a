import type { Words } from '../words.ts';

export const incident: Words['incident'] = {
  title: 'Einsatz',
  none: 'Kein Einsatz eingetragen. Er steht in den Flugprotokollen und Berichten.',
  setBy: (name, time) => `eingetragen von ${name}, ${time}`,
  enter: 'Einsatz eintragen',
  change: 'Ändern',
  end: 'Einsatz beenden',
  number: 'Nummer',
  numberMissing: 'Nummer eingeben.',
  what: 'Titel',
  submit: 'Speichern',
};
