import type { Words } from '../words.ts';

export const watching: Words['watching'] = {
  title: 'Link di sola visione',
  lead: 'Per un posto di comando: immagine, mappa e messaggi, senza comandi.',
  none: 'Nessun link.',
  states: { Valid: 'Valido', Expired: 'Scaduto', Revoked: 'Revocato' },
  madeBy: (name) => `creato da ${name}`,
  until: (time) => `fino a ${time}`,
  lastOpened: (time) => `aperto l’ultima volta ${time}`,
  neverOpened: 'mai aperto',
  screens: (count) => (count === 0 ? 'non aperto ora' : `aperto su ${count === 1 ? '1 schermo' : `${count} schermi`}`),
  add: {
    open: 'Crea un link',
    name: 'Per chi',
    nameHint: 'Per esempio posto di comando.',
    nameMissing: 'Inserire un nome.',
    hours: 'Valido per',
    hoursOf: (hours) => (hours === 1 ? '1 ora' : `${hours} ore`),
    submit: 'Crea il link',
  },
  made: {
    title: (name) => `Link per ${name}`,
    once: 'Questo link si vede una volta sola. Chi lo ha può guardare fino alla scadenza o alla revoca.',
    address: 'Indirizzo',
    code: 'L’indirizzo come codice QR',
    copy: 'Copia',
    copied: 'Copiato.',
    copyFailed: 'Copia bloccata dal browser. Selezionare l’indirizzo e copiarlo a mano.',
    done: 'Link consegnato, chiudi',
  },
  revoke: 'Revoca',
  revokeOf: (name) => `Revoca il link ${name}`,
  revoking: {
    title: (name) => `Revocare il link ${name}?`,
    text: 'Si chiude subito su ogni schermo e non apre più nulla.',
  },
  refusals: {
    ended: 'Questo link è scaduto o revocato. Chiederne uno nuovo.',
    unknown: 'Questo link non esiste. Confrontare l’indirizzo con quello ricevuto, o chiederne uno nuovo.',
    full: 'Questo link è aperto sul massimo di schermi. Chiuderlo altrove, o chiedere un secondo link.',
  },
  wall: {
    title: (station) => `${station} - sola visione`,
    notifications: 'Messaggi attivi',
    map: 'Dall’alto',
    clock: 'Ora della stazione',
  },
};
