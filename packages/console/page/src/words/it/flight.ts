import type { AltitudeFault } from '../../flight/altitude-limits.ts';
import type { Words } from '../words.ts';

function fault(kind: AltitudeFault['kind'], limit: string): string {
  switch (kind) {
    case 'notANumber':
      return 'Inserire un’altezza in cifre.';
    case 'tooLow':
      return `Minimo ${limit}. Più in basso: atterrare.`;
    case 'hard':
      return `Deve essere sotto il massimo assoluto di ${limit}.`;
    case 'soft':
      return `Deve essere sotto il tetto impostato di ${limit}.`;
    case 'gps':
      return `Senza GPS: deve essere sotto ${limit}.`;
    case 'wind':
      return `Limite di vento: massimo ${limit}.`;
    case 'descent':
      return `Discesa di sicurezza: massimo ${limit}.`;
  }
}

const checks: Words['flight']['readiness']['checks'] = {
  reset: 'Ripristino dopo atterraggio di sicurezza',
  kite_detected: 'Kite nella culla',
  safety_land_button: 'Pulsante di atterraggio di sicurezza',
  parking_brake: 'Freno di stazionamento',
  lids: 'Sportelli',
  moving: 'Stazione di terra ferma',
  remote_id: 'Remote ID',
  kite_battery: 'Batteria del Kite',
  gs_battery: 'Batteria della stazione',
  kite_battery_voltage: 'Tensione batteria del Kite',
  gs_battery_voltage: 'Tensione batteria della stazione',
  kite_temperature: 'Temperatura del Kite',
  kite_battery_temperature: 'Temperatura batteria del Kite',
  gs_battery_temperature: 'Temperatura batteria della stazione',
  spool_temperature: 'Temperatura del tamburo',
  wind: 'Vento',
  main_power: 'Alimentazione di rete',
  aircraft: 'Avarie del velivolo',
  thrust: 'Spinta in volo stazionario',
  failsafe: 'Atterraggio senza la stazione',
};

export const flight: Words['flight'] = {
  signature: {
    title: 'Firma i controlli prevolo',
    signed: (name, time) => `Firmato: ${name}, ${time}`,
    name: 'Nome',
    nameMissing: 'Inserire il nome.',
    submit: 'Firma',
  },
  title: 'Volo',
  states: {
    Unknown: { name: 'Sconosciuto', meaning: 'Nessun Kite collegato o nessun dato.' },
    StandBy: { name: 'In attesa', meaning: 'A terra.' },
    TakingOff: { name: 'Decollo', meaning: 'Controlli prevolo, salita iniziale.' },
    Flying: { name: 'In volo', meaning: 'Mantiene l’altezza.' },
    Landing: { name: 'Atterraggio', meaning: 'Discesa fino a terra.' },
    SafetyLanding: { name: 'Atterraggio di sicurezza', meaning: 'Avaria: discesa fino a terra.' },
    SafetyDescending: { name: 'Discesa di sicurezza', meaning: 'Discesa a un’altezza sicura.' },
  },
  climbing: (target) => `Salita a ${target}.`,
  sinking: (target) => `Discesa a ${target}.`,
  takeOff: 'Decolla',
  land: 'Atterra',
  abort: 'Interrompi',
  stop: 'Ferma qui',
  noAction: {
    safetyLanding: 'L’atterraggio di sicurezza non si può interrompere.',
    orderedLanding: 'Atterraggio automatico: non annullabile finché dura la causa.',
    unknown: 'Nessun dato dal Kite.',
    noData: 'In attesa dei dati della stazione.',
  },
  readiness: {
    title: 'Controlli prevolo',
    ready: 'Pronto a terra.',
    notReady: 'Non pronto al decollo.',
    why: (refusing) => `Non pronto: ${refusing.map((name) => checks[name]).join(', ')}`,
    summary: (passed, refusing, unknown) =>
      [
        `Controlli prevolo: ${passed} OK`,
        ...(refusing === 0 ? [] : [`${refusing} non OK`]),
        ...(unknown === 0 ? [] : [`${unknown} non misurat${unknown === 1 ? 'o' : 'i'}`]),
      ].join(', '),
    states: { ok: 'OK', refuses: 'Non OK', unknown: 'Non misurato' },
    checks,
    figure: (value, min, max) => {
      const limits = [min === undefined ? [] : [`min. ${min}`], max === undefined ? [] : [`max. ${max}`]].flat();
      return `${value}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`;
    },
  },
  takeOffSteps: { lids: 'Sportelli', checks: 'Controlli', climb: 'Salita' },
  takeOffProgress: 'Decollo',
  sent: 'Inviato, in attesa di conferma',
  doubtful: 'Accettato, ma non confermato dallo stato.',
  brokenOff: 'Decollo interrotto.',
  waiting: { name: 'Ancora nessun dato', meaning: 'In attesa dei dati della stazione.' },
  lost: {
    name: 'Dati del Kite persi',
    short: 'Senza dati',
    since: (duration) => (duration === undefined ? 'Nessun dato dal Kite.' : `Nessun dato dal Kite da ${duration}.`),
    last: (state) => `Ultimo stato: ${state}.`,
    landingPending: (by) =>
      by === undefined ? 'Atterra appena il Kite risponde' : `Atterra appena il Kite risponde (${by})`,
    withdraw: 'Ritira',
  },
  ageS: (seconds) => `${seconds} s fa`,
  altitude: 'Altezza',
  target: 'Obiettivo',
  targetSent: (altitude) => `${altitude} inviato`,
  targetDoubtful: (altitude) => `${altitude} non confermato`,
  notSent: 'Non inviato',
  releaseToSend: 'Rilascia e invia',
  setToSend: 'Imposta e invia',
  set: 'Imposta',
  step: (by, unit) => (by > 0 ? `${by} ${unit} più su` : `${-by} ${unit} più giù`),
  targetSlider: 'Altezza obiettivo',
  ceilings: { hard: 'Max. assoluto', soft: 'Tetto', gps: 'Limite senza GPS', wind: 'Vento', descent: 'Discesa' },
  fault,
  softMax: 'Tetto',
  softMaxTitle: 'Altezza massima consentita',
  softMaxField: (unit) => `Tetto impostato, ${unit === 'm' ? 'metri' : 'piedi'}`,
  softMaxHint: (hardMax) => `Un Kite più in alto scende subito. ${hardMax} disattiva il tetto.`,
  softMaxNone: 'Nessuno',
  heading: 'Prua',
  verticalSpeed: 'Vel. verticale',
  gps: 'GPS',
  gpsFix: 'Fix',
  gpsNoFix: 'Assente',
  position: 'Posizione',
  windFrom: (degrees) => (degrees === undefined ? 'Vento' : `Vento da ${Math.round(degrees) % 360}°`),
  limit: (value) => `max ${value}`,
  tension: 'Trazione, angolo',
  tilt: 'Inclinazione',
  link: 'Collegamento',
  flightTime: 'Tempo di volo',
  lastFlight: 'Ultimo volo',
  greatestHeight: 'Altezza max.',
  tetherOut: 'Cavo svolto',
  kiteBattery: 'Batteria Kite',
  stationBattery: 'Batt. stazione',
  lids: 'Sportelli',
  lidsStates: { Closed: 'chiusi', Opening: 'si aprono', Opened: 'aperti', Closing: 'si chiudono' },
  openLids: 'Apri gli sportelli',
  closeLids: 'Chiudi gli sportelli',
  brake: 'Freno di staz.',
  brakeStates: { Engaged: 'inserito', Disengaged: 'disinserito' },
  button: 'Puls. sicurezza',
  buttonStates: { Pressed: 'premuto', NotPressed: 'rilasciato' },
  altitudeInFlight: 'L’altezza si imposta in volo.',
};
