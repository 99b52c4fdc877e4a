import type { Words } from '../words.ts';

export const recordings: Words['recordings'] = {
  title: 'Aufnahmen',
  start: 'Aufnahme starten',
  stop: 'Aufnahme beenden',
  running: (length) => `Aufnahme läuft seit ${length}`,
  notRunning: 'Keine Aufnahme',
  storage: 'Speicher',
  storageText: (free, total) => `${free} frei von ${total}`,
  storageUsed: (used) => `Aufnahmen belegen ${used}`,
  none: 'Noch nichts aufgenommen.',
  item: (began) => `Aufnahme vom ${began}`,
  isRunning: 'läuft gerade',
  films: { color: 'Farbe', thermal: 'Wärmebild' },
  play: (film) => `${film} abspielen`,
  download: (film) => `${film} herunterladen`,
  telemetry: 'Flugdaten',
  downloading: (percent) => `Wird geladen, ${percent} %`,
  stopDownload: 'Herunterladen abbrechen',
  remove: 'Löschen',
  removeTitle: 'Diese Aufnahme löschen?',
  removeText: (began) =>
    `Die Aufnahme vom ${began} wird mit allen Dateien gelöscht. Sie kann nicht zurückgeholt werden.`,
  removeYes: 'Endgültig löschen',
  playerTitle: (film, began) => `${film}, ${began}`,
  opening: 'Der Film wird geöffnet',
  cannotPlay: 'Dieser Film lässt sich hier nicht abspielen. Er kann heruntergeladen werden.',
};
