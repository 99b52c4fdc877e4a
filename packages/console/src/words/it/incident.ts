import type { Words } from '../words.ts';

export const incident: Words['incident'] = {
  title: 'Intervento',
  none: 'Nessuno inserito. Compare nei registri di volo e nel loro rapporto.',
  setBy: (name, time) => `inserito da ${name}, ${time}`,
  enter: 'Inserisci intervento',
  change: 'Modifica',
  end: 'Chiudi intervento',
  number: 'Numero',
  numberMissing: 'Inserire il numero.',
  what: 'Titolo',
  submit: 'Salva',
};
