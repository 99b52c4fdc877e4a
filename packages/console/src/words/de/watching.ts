import type { Words } from '../words.ts';

export const watching: Words['watching'] = {
  title: 'Links zum Zuschauen',
  lead: 'Für eine Einsatzleitung: Bild, Karte und Meldungen, keine Bedienung.',
  none: 'Keine Links.',
  states: { Valid: 'Gültig', Expired: 'Abgelaufen', Revoked: 'Widerrufen' },
  madeBy: (name) => `erstellt von ${name}`,
  until: (time) => `bis ${time}`,
  lastOpened: (time) => `zuletzt geöffnet ${time}`,
  neverOpened: 'nie geöffnet',
  screens: (count) =>
    count === 0 ? 'jetzt nicht offen' : `offen auf ${count === 1 ? '1 Bildschirm' : `${count} Bildschirmen`}`,
  add: {
    open: 'Link erstellen',
    name: 'Empfänger',
    nameHint: 'Zum Beispiel Einsatzleitung.',
    nameMissing: 'Namen eingeben.',
    hours: 'Gültig für',
    hoursOf: (hours) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
    submit: 'Link erstellen',
  },
  made: {
    title: (name) => `Link für ${name}`,
    once: 'Dieser Link wird nur einmal gezeigt. Wer ihn hat, kann zuschauen, bis er abläuft oder widerrufen wird.',
    address: 'Adresse',
    code: 'Die Adresse als QR-Code',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    copyFailed: 'Der Browser verhindert das Kopieren. Adresse markieren und von Hand kopieren.',
    done: 'Link weitergegeben, schließen',
  },
  revoke: 'Widerrufen',
  revokeOf: (name) => `Link ${name} widerrufen`,
  revoking: {
    title: (name) => `Link ${name} widerrufen?`,
    text: 'Er wird sofort auf allen Bildschirmen geschlossen und ist ungültig.',
  },
  refusals: {
    ended: 'Link abgelaufen oder widerrufen. Neuen Link anfordern.',
    unknown: 'Unbekannter Link. Adresse prüfen oder neuen Link anfordern.',
    full: 'Link auf der Höchstzahl an Bildschirmen offen. Auf einem anderen schließen oder weiteren Link anfordern.',
  },
  wall: {
    title: (station) => `${station} - nur zuschauen`,
    notifications: 'Aktive Meldungen',
    map: 'Von oben',
    clock: 'Zeit der Station',
  },
};
