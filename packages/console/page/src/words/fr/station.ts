import type { StationTexts } from '../station-texts.ts';
import { faultTexts } from './station-faults.ts';
import { notificationTexts } from './station-notifications.ts';
import { refusalTexts } from './station-refusals.ts';

/** Phrases of the station that stand as values in its messages, in French. */
const phraseTexts: StationTexts['phrases'] = {
  wind: 'vent',
  'tether angle': 'angle du câble',
  drift: 'écart',
  thrust: 'poussée',
  'tilt of the Kite': 'inclinaison du Kite',
  'uncommanded descent': 'descente non commandée',
  'warning only': 'avertissement seul',
  'descent to a safe altitude': 'descente à une hauteur sûre',
  landing: 'atterrissage',
  'safety landing': 'atterrissage de sécurité',
  'the main power is disconnected': 'l’alimentation secteur est coupée',
  'the tether is damaged': 'le câble est endommagé',
  'a motor has failed': 'un moteur est en panne',
  'a sensor has failed': 'un capteur est en panne',
  'the spool is stuck': 'le tambour est bloqué',
  'a motor is weak': 'un moteur est affaibli',
  'its sensors contradict each other': 'ses capteurs se contredisent',
  'the secondary autopilot has failed': 'le second autopilote est en panne',
  'the ground equipment is not heard': 'l’équipement au sol est muet',
  'the force on the tether cannot be measured': 'la traction du câble n’est pas mesurable',
  'the safety land button is pressed': 'le bouton d’atterrissage de sécurité est enfoncé',
  'the Kite is too hot': 'le Kite est trop chaud',
  'the spool of the tether is too hot': 'le tambour du câble est trop chaud',
  'the Kite can hardly hold against the wind': 'le Kite tient à peine contre le vent',
  'the Kite lands by a failsafe of its own': 'le Kite atterrit par sa propre procédure de secours',
  'the wind load stays over its limit': 'la charge du vent reste au-dessus de sa limite',
  'the backup battery of the Kite is not in order': 'la batterie de secours du Kite est en défaut',
  'the backup battery of the Ground Station is not in order':
    'la batterie de secours de la station au sol est en défaut',
  'GPS is lost': 'le signal GPS est perdu',
  'the wind load is over its limit': 'la charge du vent est au-dessus de sa limite',
  'a safety landing had begun before the restart': 'un atterrissage de sécurité avait commencé avant le redémarrage',
  'Ground Station': 'station au sol',
  aircraft: 'aéronef',
  engaged: 'serré',
  disengaged: 'desserré',
  clockwise: 'dans le sens horaire',
  'counter-clockwise': 'dans le sens antihoraire',
  'motor or converter': 'moteur ou convertisseur',
  'Kite backup battery': 'batterie de secours du Kite',
  'Ground Station battery': 'batterie de la station au sol',
  'still checking': 'contrôle en cours',
};

/** Texts of the station in French. */
export const station: StationTexts = {
  notifications: notificationTexts,
  refusals: refusalTexts,
  phrases: phraseTexts,
  faults: faultTexts,
};
