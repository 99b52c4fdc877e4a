import type { AltitudeFault } from '../../flight/altitude-limits.ts';
import type { Words } from '../words.ts';

const ceilings: Words['flight']['ceilings'] = {
  hard: 'Maximum',
  soft: 'Limit',
  gps: 'Limit ohne GPS',
  wind: 'Wind',
  descent: 'Notabstieg',
};

function fault(kind: AltitudeFault['kind'], limit: string): string {
  switch (kind) {
    case 'notANumber':
      return 'Bitte eine Höhe als Zahl eingeben.';
    case 'tooLow':
      return `Mindestens ${limit}. Für tiefer: landen.`;
    case 'hard':
      return `Muss unter dem Maximum von ${limit} liegen.`;
    case 'soft':
      return `Muss unter dem Höhenlimit von ${limit} liegen.`;
    case 'gps':
      return `Kein GPS: muss unter ${limit} liegen.`;
    case 'wind':
      return `Windlimit: höchstens ${limit}.`;
    case 'descent':
      return `Notabstieg: höchstens ${limit}.`;
  }
}

const checks: Words['flight']['readiness']['checks'] = {
  reset: 'Neustart nach Notlandung',
  kite_detected: 'Kite in der Halterung',
  safety_land_button: 'Notlandeknopf',
  parking_brake: 'Feststellbremse',
  lids: 'Deckel',
  moving: 'Bodenstation steht',
  remote_id: 'Remote ID',
  kite_battery: 'Notstromakku Kite',
  gs_battery: 'Notstromakku Station',
  kite_battery_voltage: 'Spannung Notstromakku Kite',
  gs_battery_voltage: 'Spannung Notstromakku Station',
  kite_temperature: 'Temperatur Kite',
  kite_battery_temperature: 'Temperatur Notstromakku Kite',
  gs_battery_temperature: 'Temperatur Notstromakku Station',
  spool_temperature: 'Temperatur der Kabeltrommel',
  wind: 'Wind',
  main_power: 'Netzstrom',
  aircraft: 'Störungen am Fluggerät',
  thrust: 'Schub im Schwebeflug',
  failsafe: 'Landung ohne Station',
};

export const flight: Words['flight'] = {
  signature: {
    title: 'Vorflugkontrolle unterschreiben',
    signed: (name, time) => `Unterschrieben: ${name}, ${time}`,
    name: 'Name',
    nameMissing: 'Namen eingeben.',
    submit: 'Unterschreiben',
  },
  title: 'Flug',
  states: {
    Unknown: { name: 'Unbekannt', meaning: 'Kein Kite verbunden oder keine Daten.' },
    StandBy: { name: 'Standby', meaning: 'Am Boden.' },
    TakingOff: { name: 'Startet', meaning: 'Vorflugkontrolle, Steigflug.' },
    Flying: { name: 'Fliegt', meaning: 'Hält Höhe.' },
    Landing: { name: 'Landet', meaning: 'Sinkflug bis zur Landung.' },
    SafetyLanding: { name: 'Notlandung', meaning: 'Störung: Sinkflug bis zur Landung.' },
    SafetyDescending: { name: 'Notabstieg', meaning: 'Sinkflug auf sichere Höhe.' },
  },
  climbing: (target) => `Steigflug auf ${target}.`,
  sinking: (target) => `Sinkflug auf ${target}.`,
  takeOff: 'Starten',
  land: 'Landen',
  abort: 'Abbrechen',
  stop: 'Stopp',
  noAction: {
    safetyLanding: 'Notlandung kann nicht abgebrochen werden.',
    orderedLanding: 'Automatische Landung: kein Abbruch, solange ihre Ursache besteht.',
    unknown: 'Keine Daten vom Kite.',
    noData: 'Warte auf Daten der Station.',
  },
  readiness: {
    title: 'Vorflugkontrolle',
    ready: 'Startbereit am Boden.',
    notReady: 'Nicht startbereit.',
    why: (refusing) => `Nicht startbereit: ${refusing.map((name) => checks[name]).join(', ')}`,
    summary: (passed, refusing, unknown) =>
      [
        `Vorflugkontrolle: ${passed} OK`,
        ...(refusing === 0 ? [] : [`${refusing} nicht OK`]),
        ...(unknown === 0 ? [] : [`${unknown} nicht gemessen`]),
      ].join(', '),
    states: { ok: 'OK', refuses: 'Nicht OK', unknown: 'Nicht gemessen' },
    checks,
    figure: (value, min, max) => {
      const limits = [min === undefined ? [] : [`min. ${min}`], max === undefined ? [] : [`max. ${max}`]].flat();
      return `${value}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`;
    },
  },
  takeOffSteps: { lids: 'Deckel', checks: 'Kontrolle', climb: 'Steigflug' },
  takeOffProgress: 'Start',
  sent: 'Gesendet, Bestätigung ausstehend',
  doubtful: 'Angenommen, aber vom Zustand nicht bestätigt.',
  brokenOff: 'Start abgebrochen.',
  waiting: { name: 'Noch keine Daten', meaning: 'Warte auf Daten der Station.' },
  lost: {
    name: 'Kite-Daten fehlen',
    short: 'Keine Daten',
    since: (duration) => (duration === undefined ? 'Keine Daten vom Kite.' : `Seit ${duration} keine Daten vom Kite.`),
    last: (state) => `Zuletzt: ${state}.`,
    landingPending: (by) =>
      by === undefined ? 'Landet, sobald der Kite antwortet' : `Landet, sobald der Kite antwortet (${by})`,
    withdraw: 'Widerrufen',
  },
  ageS: (seconds) => `${seconds} s alt`,
  altitude: 'Höhe',
  target: 'Ziel',
  targetSent: (altitude) => `${altitude} gesendet`,
  targetDoubtful: (altitude) => `${altitude} unbestätigt`,
  notSent: 'Nicht gesendet',
  releaseToSend: 'Loslassen sendet',
  setToSend: 'Mit Setzen senden',
  set: 'Setzen',
  step: (by, unit) => (by > 0 ? `${by} ${unit} höher` : `${-by} ${unit} tiefer`),
  targetSlider: 'Zielhöhe',
  ceilings,
  fault,
  softMax: 'Höhenlimit',
  softMaxTitle: 'Höchste zulässige Höhe',
  softMaxField: (unit) => `Höhenlimit, ${unit === 'm' ? 'Meter' : 'Fuß'}`,
  softMaxHint: (hardMax) => `Ein Kite darüber sinkt sofort. ${hardMax} schaltet das Höhenlimit aus.`,
  softMaxNone: 'keines',
  heading: 'Ausrichtung',
  verticalSpeed: 'Steigrate',
  gps: 'GPS',
  gpsFix: 'Fix',
  gpsNoFix: 'Kein Fix',
  position: 'Position',
  windFrom: (degrees) => (degrees === undefined ? 'Wind' : `Wind aus ${Math.round(degrees) % 360}°`),
  limit: (value) => `max ${value}`,
  tension: 'Zug, Winkel',
  tilt: 'Neigung',
  link: 'Verbindung',
  flightTime: 'Flugzeit',
  lastFlight: 'Letzter Flug',
  greatestHeight: 'Max. Höhe',
  tetherOut: 'Kabellänge',
  kiteBattery: 'Akku Kite',
  stationBattery: 'Akku Station',
  lids: 'Deckel',
  lidsStates: { Closed: 'geschlossen', Opening: 'öffnen sich', Opened: 'offen', Closing: 'schließen sich' },
  openLids: 'Deckel öffnen',
  closeLids: 'Deckel schließen',
  brake: 'Feststellbremse',
  brakeStates: { Engaged: 'angezogen', Disengaged: 'gelöst' },
  button: 'Notlandeknopf',
  buttonStates: { Pressed: 'gedrückt', NotPressed: 'nicht gedrückt' },
  altitudeInFlight: 'Höhe im Flug einstellbar.',
};
