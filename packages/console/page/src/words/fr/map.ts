import { mapArchiveFr } from '@kitestring/console-ui/map/map-archive-words.ts';
import type { Words } from '../words.ts';
import { flight } from './flight.ts';

export const map: Words['map'] = {
  title: 'Carte',
  open: 'Grande carte (M)',
  close: 'Grande vidéo (M)',
  enlarge: 'Grande carte',
  canvas: 'Carte : les flèches la déplacent, plus et moins zooment, Entrée oriente la caméra vers son centre',
  follow: 'Suivre le Kite',
  centre: (distance, bearingDeg) => `Centre : ${distance} de la station, azimut ${bearingDeg}°`,
  pins: (count) => (count === 1 ? '1 repère sur la carte.' : `${count} repères sur la carte.`),
  pinsOutside: (count) =>
    count === 1
      ? '1 repère est hors de la carte (au-delà de 85°).'
      : `${count} repères sont hors de la carte (au-delà de 85°).`,
  outside: 'Position de la station hors de la carte (au-delà de 85° de latitude).',
  noStation: 'Position de la station inconnue : montrée sous le Kite.',
  noGraphics: 'Pas de grande carte : ce navigateur n’a pas WebGL 2.',
  graphicsLost: 'Affichage de la carte interrompu - le navigateur le rétablit.',
  tilesMissing: (host) => `Tuiles de la carte manquantes : ${host} ne répond pas ou n’autorise pas cette page (CORS).`,
  ...mapArchiveFr,
};

export const place: Words['place'] = {
  title: 'Où est-ce ?',
  crosshair: 'Réticule',
  clicked: 'Point choisi',
  follow: 'Réticule',
  hint: 'Cliquer dans la vidéo pour choisir un point. Sol supposé plan, comme à la station.',
  bearing: 'Azimut',
  distance: 'Distance au sol',
  slantRange: 'Distance oblique',
  error: 'Incertitude (90 %)',
  plusMinus: (distance) => `± ${distance}`,
  none: {
    aboveHorizon: 'Pas de sol ici : au-dessus de l’horizon.',
    nearHorizon: 'Trop près de l’horizon pour une position. Viser plus bas.',
    onGround: 'Kite au sol.',
    noPosition: 'Position du Kite ou direction de la caméra inconnue.',
  },
  notHere: (systems) => `${systems} : non défini ici, seulement de 80° S à 84° N.`,
  copy: (system) => `Copier ${system}`,
  copied: (text) => `Copié : ${text}`,
  pin: 'Repère',
  pinName: 'Nom du repère',
  pinNumber: (number) => `Repère ${number}`,
  pins: 'Repères',
  pinsLead: (count, limit) => `${count} sur ${limit}. Visibles de tous sur cette station.`,
  setBy: (who, time) => `${time}, ${who}`,
  look: 'Regarder là',
  lookOf: (name) => `Regarder là : ${name}`,
  coordinates: 'Coordonnées',
  coordinatesOf: (name) => `Coordonnées de ${name}`,
  delete: 'Supprimer',
  deleteOf: (name) => `Supprimer ${name}`,
};

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

const wind = (speed: string, fromDeg: number | undefined): string =>
  fromDeg === undefined ? speed : `${speed} du ${Math.round(fromDeg) % 360}°`;

export const situation: Words['situation'] = {
  views: { side: 'Profil', top: 'Dessus', plots: 'Courbes' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite à ${now.altitude}.`,
      now.target !== undefined && `Consigne ${now.target}.`,
      now.wind !== undefined && `Vent ${wind(now.wind, now.windFromDeg)}.`,
    ]),
  topSummary: (now) =>
    said([
      now.drift === undefined
        ? 'Position du Kite inconnue.'
        : `Kite à ${now.drift} de la station, azimut ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Cap ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Azimut de la caméra ${Math.round(now.panDeg)}°.`,
      now.looksAt !== undefined && `Vise le sol à ${now.looksAt}.`,
    ]),
  wind,
  looksAt: (distance) => `Caméra : sol à ${distance}`,
  windUnknown: 'Vent non disponible',
  estimated: 'câble estimé',
  noPlace: 'montré au-dessus de la station',
  tilesMissing: 'Les tuiles de la carte ne se chargent pas.',
  downwind: 'sous le vent',
  towards: (degrees) => `vers ${degrees}°`,
  target: (altitude) => `consigne ${altitude}`,
  driftMax: (limit) => `${limit} : descend`,
  north: 'N',
  zoomIn: 'Agrandir la carte',
  zoomOut: 'Réduire la carte',
  lookHere: 'Cliquer pour y orienter la caméra',
  plots: { altitude: 'Hauteur', wind: 'Vent', tension: 'Traction', battery: 'Batterie' },
  series: { target: 'consigne', kiteBattery: 'Kite', stationBattery: 'station' },
  notAvailable: 'non disponible',
  minutesAgo: (minutes) => (minutes === 0 ? 'maint.' : minutes < 60 ? `−${minutes}` : `−${minutes / 60} h`),
  spans: { minutes: '10 min', hours: '8 h' },
  span: 'Période des courbes',
  plotSummary: (name, now, low, high, span) =>
    `${name} : maintenant ${now} ; dans les ${span === 'hours' ? '8 dernières heures' : '10 dernières minutes'} de ${low} à ${high}.`,
};
