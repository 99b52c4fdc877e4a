import type { Words } from '../words.ts';

export const permission: Words['permission'] = {
  replay: 'Wiedergabe: keine Befehle möglich.',
  viewOnly: 'Nur Lesezugriff.',
  cameraOnly: 'Kamerabedienung: keine Flugbefehle.',
  stale: 'Daten veraltet.',
  otherInControl: (name) => `${name} steuert.`,
  noCamera: 'Keine Kamera erkannt.',
  cameraOff: 'Kamera offline.',
};
