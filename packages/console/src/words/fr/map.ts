import { mapArchiveFr } from '@kitestring/kit/map/map-archive-words.ts';
import type { Words } from '../words.ts';

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
