import type { AltitudeFault } from '../../flight/altitude-limits.ts';
import type { Words } from '../words.ts';

function fault(kind: AltitudeFault['kind'], limit: string): string {
  switch (kind) {
    case 'notANumber':
      return 'Saisir une hauteur en chiffres.';
    case 'tooLow':
      return `Minimum ${limit}. Plus bas : atterrir.`;
    case 'hard':
      return `Doit être inférieure au maximum absolu de ${limit}.`;
    case 'soft':
      return `Doit être inférieure au plafond réglé de ${limit}.`;
    case 'gps':
      return `Pas de GPS : doit être inférieure à ${limit}.`;
    case 'wind':
      return `Limite de vent : maximum ${limit}.`;
    case 'descent':
      return `Descente de sécurité : maximum ${limit}.`;
  }
}

const checks: Words['flight']['readiness']['checks'] = {
  reset: 'Réinitialisation après atterrissage de sécurité',
  kite_detected: 'Kite dans le berceau',
  safety_land_button: 'Bouton d’atterrissage de sécurité',
  parking_brake: 'Frein de stationnement',
  lids: 'Volets',
  moving: 'Station au sol immobile',
  remote_id: 'Remote ID',
  kite_battery: 'Batterie du Kite',
  gs_battery: 'Batterie de la station',
  kite_battery_voltage: 'Tension batterie du Kite',
  gs_battery_voltage: 'Tension batterie de la station',
  kite_temperature: 'Température du Kite',
  kite_battery_temperature: 'Température batterie du Kite',
  gs_battery_temperature: 'Température batterie de la station',
  spool_temperature: 'Température du tambour',
  wind: 'Vent',
  main_power: 'Alimentation secteur',
  aircraft: 'Défauts de l’aéronef',
  thrust: 'Poussée en vol stationnaire',
  failsafe: 'Atterrissage sans la station',
};

export const flight: Words['flight'] = {
  signature: {
    title: 'Signer la visite prévol',
    signed: (name, time) => `Signé : ${name}, ${time}`,
    name: 'Nom',
    nameMissing: 'Saisir son nom.',
    submit: 'Signer',
  },
  title: 'Vol',
  states: {
    Unknown: { name: 'Inconnu', meaning: 'Aucun Kite connecté ou pas de données.' },
    StandBy: { name: 'En attente', meaning: 'Au sol.' },
    TakingOff: { name: 'Décollage', meaning: 'Visite prévol, montée initiale.' },
    Flying: { name: 'En vol', meaning: 'Maintient la hauteur.' },
    Landing: { name: 'Atterrissage', meaning: 'Descente jusqu’au sol.' },
    SafetyLanding: { name: 'Atterrissage de sécurité', meaning: 'Défaillance : descente jusqu’au sol.' },
    SafetyDescending: { name: 'Descente de sécurité', meaning: 'Descente vers une hauteur sûre.' },
  },
  climbing: (target) => `Montée vers ${target}.`,
  sinking: (target) => `Descente vers ${target}.`,
  takeOff: 'Décoller',
  land: 'Atterrir',
  abort: 'Interrompre',
  stop: 'Arrêter ici',
  noAction: {
    safetyLanding: 'L’atterrissage de sécurité ne peut pas être interrompu.',
    orderedLanding: 'Atterrissage automatique : ne peut être interrompu tant que sa cause dure.',
    unknown: 'Aucune donnée du Kite.',
    noData: 'En attente des données de la station.',
  },
  readiness: {
    title: 'Visite prévol',
    ready: 'Prêt au sol.',
    notReady: 'Pas prêt au décollage.',
    why: (refusing) => `Pas prêt : ${refusing.map((name) => checks[name]).join(', ')}`,
    summary: (passed, refusing, unknown) =>
      [
        `Visite prévol : ${passed} OK`,
        ...(refusing === 0 ? [] : [`${refusing} non OK`]),
        ...(unknown === 0 ? [] : [`${unknown} non mesuré${unknown === 1 ? '' : 's'}`]),
      ].join(', '),
    states: { ok: 'OK', refuses: 'Non OK', unknown: 'Non mesuré' },
    checks,
    figure: (value, min, max) => {
      const limits = [min === undefined ? [] : [`min. ${min}`], max === undefined ? [] : [`max. ${max}`]].flat();
      return `${value}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`;
    },
  },
  takeOffSteps: { lids: 'Volets', checks: 'Contrôles', climb: 'Montée' },
  takeOffProgress: 'Décollage',
  sent: 'Envoyé, en attente de confirmation',
  doubtful: 'Accepté, mais non confirmé par l’état.',
  brokenOff: 'Décollage interrompu.',
  waiting: { name: 'Pas encore de données', meaning: 'En attente des données de la station.' },
  lost: {
    name: 'Données du Kite perdues',
    short: 'Sans données',
    since: (duration) =>
      duration === undefined ? 'Aucune donnée du Kite.' : `Aucune donnée du Kite depuis ${duration}.`,
    last: (state) => `Dernier état : ${state}.`,
    landingPending: (by) =>
      by === undefined ? 'Atterrit dès que le Kite répond' : `Atterrit dès que le Kite répond (${by})`,
    withdraw: 'Retirer',
  },
  ageS: (seconds) => `il y a ${seconds} s`,
  altitude: 'Hauteur',
  target: 'Consigne',
  targetSent: (altitude) => `${altitude} envoyé`,
  targetDoubtful: (altitude) => `${altitude} non confirmé`,
  notSent: 'Non envoyé',
  releaseToSend: 'Relâcher : envoi',
  setToSend: 'Valider : envoi',
  set: 'Valider',
  step: (by, unit) => (by > 0 ? `Monter de ${by} ${unit}` : `Descendre de ${-by} ${unit}`),
  targetSlider: 'Hauteur de consigne',
  ceilings: { hard: 'Max. absolu', soft: 'Plafond', gps: 'Limite sans GPS', wind: 'Vent', descent: 'Descente' },
  fault,
  softMax: 'Plafond',
  softMaxTitle: 'Hauteur maximale autorisée',
  softMaxField: (unit) => `Plafond réglé, ${unit === 'm' ? 'mètres' : 'pieds'}`,
  softMaxHint: (hardMax) => `Un Kite au-dessus descend aussitôt. ${hardMax} désactive le plafond.`,
  softMaxNone: 'Aucun',
  heading: 'Cap',
  verticalSpeed: 'Vitesse vert.',
  gps: 'GPS',
  gpsFix: 'Fix',
  gpsNoFix: 'Absent',
  position: 'Position',
  windFrom: (degrees) => (degrees === undefined ? 'Vent' : `Vent du ${Math.round(degrees) % 360}°`),
  limit: (value) => `max ${value}`,
  tension: 'Traction, angle',
  tilt: 'Inclinaison',
  link: 'Liaison',
  flightTime: 'Temps de vol',
  lastFlight: 'Dernier vol',
  greatestHeight: 'Hauteur max.',
  tetherOut: 'Câble déroulé',
  kiteBattery: 'Batterie Kite',
  stationBattery: 'Batterie station',
  lids: 'Volets',
  lidsStates: { Closed: 'fermés', Opening: 's’ouvrent', Opened: 'ouverts', Closing: 'se ferment' },
  openLids: 'Ouvrir les volets',
  closeLids: 'Fermer les volets',
  brake: 'Frein de stat.',
  brakeStates: { Engaged: 'serré', Disengaged: 'desserré' },
  button: 'Bouton sécurité',
  buttonStates: { Pressed: 'enfoncé', NotPressed: 'relâché' },
  altitudeInFlight: 'La hauteur se règle en vol.',
};
