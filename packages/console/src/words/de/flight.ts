import type { AltitudeFault } from '../../flight/altitude-limits.ts';
import type { Words } from '../words.ts';

const ceilings: Words['flight']['ceilings'] = {
  hard: 'Maximum',
  soft: 'Eigene',
  gps: 'Ohne GPS',
  descent: 'Abstieg',
};

const meters = (altitudeM: number) => `${Number(altitudeM.toFixed(2))} m`;

function fault(broken: AltitudeFault): string {
  switch (broken.kind) {
    case 'notANumber':
      return 'Bitte eine Höhe in Metern eingeben.';
    case 'tooLow':
      return `Nicht unter ${meters(broken.limitM)}: tiefer heisst landen.`;
    case 'hard':
      return `Sie muss unter dem Maximum von ${meters(broken.limitM)} liegen.`;
    case 'soft':
      return `Sie muss unter der eigenen Grenze von ${meters(broken.limitM)} liegen.`;
    case 'gps':
      return `Ohne GPS muss sie unter ${meters(broken.limitM)} liegen.`;
    case 'descent':
      return `Im Sicherheitsabstieg muss sie unter ${meters(broken.limitM)} liegen.`;
  }
}

export const flight: Words['flight'] = {
  title: 'Flug',
  states: {
    Unknown: { name: 'Unbekannt', meaning: 'Kein Kite, oder keine Daten von ihm.' },
    StandBy: { name: 'Bereit', meaning: 'Steht bereit am Boden.' },
    TakingOff: { name: 'Startet', meaning: 'Deckel, Prüfungen, erster Steigflug.' },
    Flying: { name: 'Fliegt', meaning: 'Hält die Höhe.' },
    Landing: { name: 'Landet', meaning: 'Kommt herunter und schliesst die Deckel.' },
    SafetyLanding: { name: 'Notlandung', meaning: 'Kommt herunter, weil etwas ausgefallen ist.' },
    SafetyDescending: { name: 'Notabstieg', meaning: 'Sinkt auf eine sichere Höhe.' },
  },
  climbing: (targetM) => `Steigt auf ${meters(targetM)}.`,
  sinking: (targetM) => `Sinkt auf ${meters(targetM)}.`,
  takeOff: 'Starten',
  land: 'Landen',
  abort: 'Abbrechen',
  stop: 'Stopp',
  noAction: {
    safetyLanding: 'Eine Notlandung lässt sich nicht abbrechen.',
    unknown: 'Keine Daten vom Kite.',
    stale: 'Die Anzeige ist alt.',
    mayNotControl: 'Diese Anmeldung darf nur zusehen.',
  },
  sent: 'Gesendet, warte auf die Station',
  doubtful: 'Die Station hat es angenommen, zeigt aber etwas anderes.',
  brokenOff: 'Der Start wurde abgebrochen.',
  ageS: (seconds) => `${seconds} s alt`,
  altitude: 'Höhe',
  target: 'Ziel',
  targetSent: (altitudeM) => `Gesendet: ${meters(altitudeM)}, warte`,
  targetDoubtful: (altitudeM) => `${meters(altitudeM)} wurde angenommen, das Ziel ist aber ein anderes.`,
  notSent: 'Noch nicht gesendet',
  releaseToSend: 'Loslassen sendet',
  set: 'Setzen',
  step: (byM) => (byM > 0 ? `${byM} m höher` : `${-byM} m tiefer`),
  targetSlider: 'Zielhöhe',
  meters,
  ceilings,
  fault,
  softMax: 'Eig. Grenze',
  softMaxTitle: 'Höchste wählbare Höhe',
  softMaxField: 'Eigene Grenze, Meter',
  softMaxHint: (hardMaxM) => `Ein Kite darüber sinkt sofort. ${meters(hardMaxM)} heisst: keine eigene Grenze.`,
  softMaxNone: 'keine',
  heading: 'Kurs',
  wind: 'Wind',
  windFrom: (degrees) => `aus ${degrees}°`,
  flightTime: 'Flugzeit',
  totalHours: 'Flugstunden',
  kiteBattery: 'Akku Kite',
  stationBattery: 'Akku Station',
  lids: 'Deckel',
  lidsStates: { Closed: 'geschlossen', Opening: 'öffnen sich', Opened: 'offen', Closing: 'schliessen sich' },
  openLids: 'Deckel öffnen',
  closeLids: 'Deckel schliessen',
  brake: 'Handbremse',
  brakeStates: { Engaged: 'fest', Disengaged: 'gelöst' },
  button: 'Notknopf',
  buttonStates: { Pressed: 'gedrückt', NotPressed: 'frei' },
  altitudeInFlight: 'Die Höhe lässt sich im Flug einstellen.',
};
