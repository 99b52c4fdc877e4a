import type { StationTexts } from '../station-texts.ts';
import { faultTexts } from './station-faults.ts';
import { notificationTexts } from './station-notifications.ts';
import { refusalTexts } from './station-refusals.ts';

/** Phrases of the station that stand as values in its messages, in Italian. */
const phraseTexts: StationTexts['phrases'] = {
  wind: 'vento',
  'tether angle': 'angolo del cavo',
  drift: 'scostamento',
  thrust: 'spinta',
  'tilt of the Kite': 'inclinazione del Kite',
  'uncommanded descent': 'discesa non comandata',
  'warning only': 'solo avviso',
  'descent to a safe altitude': 'discesa a un’altezza sicura',
  landing: 'atterraggio',
  'safety landing': 'atterraggio di sicurezza',
  'the main power is disconnected': 'l’alimentazione di rete è interrotta',
  'the tether is damaged': 'il cavo è danneggiato',
  'a motor has failed': 'un motore è in avaria',
  'a sensor has failed': 'un sensore è in avaria',
  'the spool is stuck': 'il tamburo è bloccato',
  'a motor is weak': 'un motore è indebolito',
  'its sensors contradict each other': 'i suoi sensori si contraddicono',
  'the secondary autopilot has failed': 'il secondo autopilota è in avaria',
  'the ground equipment is not heard': 'l’apparecchiatura a terra è muta',
  'the force on the tether cannot be measured': 'la trazione del cavo non è misurabile',
  'the safety land button is pressed': 'il pulsante di atterraggio di sicurezza è premuto',
  'the Kite is too hot': 'il Kite è troppo caldo',
  'the spool of the tether is too hot': 'il tamburo del cavo è troppo caldo',
  'the Kite can hardly hold against the wind': 'il Kite regge a stento il vento',
  'the Kite lands by a failsafe of its own': 'il Kite atterra con la propria procedura di emergenza',
  'the wind load stays over its limit': 'il carico del vento resta oltre il limite',
  'the backup battery of the Kite is not in order': 'la batteria di riserva del Kite è in avaria',
  'the backup battery of the Ground Station is not in order':
    'la batteria di riserva della stazione di terra è in avaria',
  'GPS is lost': 'il segnale GPS è perso',
  'the wind load is over its limit': 'il carico del vento è oltre il limite',
  'a safety landing had begun before the restart': 'un atterraggio di sicurezza era iniziato prima del riavvio',
  'Ground Station': 'stazione di terra',
  aircraft: 'velivolo',
  engaged: 'inserito',
  disengaged: 'disinserito',
  clockwise: 'in senso orario',
  'counter-clockwise': 'in senso antiorario',
  'motor or converter': 'motore o convertitore',
  'Kite backup battery': 'batteria di riserva del Kite',
  'Ground Station battery': 'batteria della stazione di terra',
  'still checking': 'verifica in corso',
};

/** Texts of the station in Italian. */
export const station: StationTexts = {
  notifications: notificationTexts,
  refusals: refusalTexts,
  phrases: phraseTexts,
  faults: faultTexts,
};
