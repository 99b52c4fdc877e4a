import type { Words } from '../words.ts';

export const incident: Words['incident'] = {
  title: 'Intervention',
  none: 'Aucune saisie. Elle figure dans les journaux de vol et leur rapport.',
  setBy: (name, time) => `saisie par ${name}, ${time}`,
  enter: 'Saisir l’intervention',
  change: 'Modifier',
  end: 'Clore l’intervention',
  number: 'Numéro',
  numberMissing: 'Saisir le numéro.',
  what: 'Intitulé',
  submit: 'Enregistrer',
};
