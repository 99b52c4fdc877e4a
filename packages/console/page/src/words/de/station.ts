import type { StationTexts } from '../station-texts.ts';
import { faultTexts } from './station-faults.ts';
import { notificationTexts } from './station-notifications.ts';
import { refusalTexts } from './station-refusals.ts';

/** Phrases of the station that are values in its messages, in German. */
const phraseTexts: StationTexts['phrases'] = {
  wind: 'Wind',
  'tether angle': 'Kabelwinkel',
  drift: 'Versatz',
  thrust: 'Schub',
  'tilt of the Kite': 'Neigung des Kite',
  'uncommanded descent': 'ungewolltes Sinken',
  'warning only': 'nur Warnung',
  'descent to a safe altitude': 'Sinken auf eine sichere Höhe',
  landing: 'Landung',
  'safety landing': 'Notlandung',
  'the main power is disconnected': 'der Netzstrom ist ausgefallen',
  'the tether is damaged': 'das Kabel ist beschädigt',
  'a motor has failed': 'ein Motor ist ausgefallen',
  'a sensor has failed': 'ein Sensor ist ausgefallen',
  'the spool is stuck': 'die Kabeltrommel ist blockiert',
  'a motor is weak': 'ein Motor hat verminderte Leistung',
  'its sensors contradict each other': 'seine Sensoren widersprechen sich',
  'the secondary autopilot has failed': 'der zweite Autopilot ist ausgefallen',
  'the ground equipment is not heard': 'die Bodenausrüstung ist nicht zu hören',
  'the force on the tether cannot be measured': 'der Kabelzug ist nicht messbar',
  'the safety land button is pressed': 'der Notlandeknopf ist gedrückt',
  'the Kite is too hot': 'der Kite ist zu heiß',
  'the spool of the tether is too hot': 'die Kabeltrommel ist zu heiß',
  'the Kite can hardly hold against the wind': 'der Kite hält dem Wind kaum stand',
  'the Kite lands by a failsafe of its own': 'der Kite landet mit seinem eigenen Failsafe',
  'the wind load stays over its limit': 'die Windlast bleibt über ihrer Grenze',
  'the backup battery of the Kite is not in order': 'Störung am Notstromakku des Kite',
  'the backup battery of the Ground Station is not in order': 'Störung am Notstromakku der Bodenstation',
  'GPS is lost': 'GPS ausgefallen',
  'the wind load is over its limit': 'die Windlast ist über ihrer Grenze',
  'a safety landing had begun before the restart': 'eine Notlandung hatte vor dem Neustart begonnen',
  'Ground Station': 'Bodenstation',
  aircraft: 'Fluggerät',
  engaged: 'angezogen',
  disengaged: 'gelöst',
  clockwise: 'im Uhrzeigersinn',
  'counter-clockwise': 'gegen den Uhrzeigersinn',
  'motor or converter': 'Motor oder Wandler',
  'Kite backup battery': 'Notstromakku des Kite',
  'Ground Station battery': 'Akku der Bodenstation',
  'still checking': 'Prüfung läuft',
};

/** Texts of the station in German. */
export const station: StationTexts = {
  notifications: notificationTexts,
  refusals: refusalTexts,
  phrases: phraseTexts,
  faults: faultTexts,
};
