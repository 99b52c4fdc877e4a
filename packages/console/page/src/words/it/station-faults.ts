import { fault, type StationTexts } from '../station-texts.ts';

/** Faults of the simulator in Italian. */
export const faultTexts: StationTexts['faults'] = {
  gps_loss: fault(
    'Perdita del GPS',
    'I ricevitori non vedono satelliti, o troppo pochi per una posizione precisa.',
    'Nessuna posizione; un avviso; sopra 25 m il Kite scende più in basso e tiene la posizione secondo l’angolo del cavo.',
  ),
  gps_multipath: fault(
    'Percorsi multipli del GPS',
    'Percorsi multipli: la posizione GPS del Kite fa un salto.',
    'Posizione GPS e angolo del cavo si contraddicono: sensori in contraddizione; il Kite vola secondo il cavo. Con vento forte il cavo è troppo impreciso per rilevare 5 m.',
  ),
  gps_corrections_lost: fault(
    'Perdita delle correzioni GPS',
    'Le correzioni della stazione di riferimento vengono a mancare.',
    'La precisione resta al centimetro per 15 s e al decimetro per 60 s, poi diventa quella senza correzioni. Possibile solo con RTK (`rtk.isUsed`).',
  ),
  magnetic_disturbance: fault(
    'Disturbo magnetico',
    'Un disturbo magnetico del veicolo sotto il Kite o, in un altro punto, di una struttura d’acciaio. Il suo campo diminuisce con il cubo della distanza.',
    'Vicino alla sorgente nessuna prua; un avviso; il Kite tiene la prua con il giroscopio. Con i valori predefiniti, un veicolo, fino a circa 2 m di altezza.',
  ),
  motor_magnetic_field: fault(
    'Campo magnetico dei motori',
    'Un cavo di potenza dei motori passa vicino al magnetometro: un campo lungo l’asse del muso che cresce con la potenza.',
    'L’errore di prua cresce con la spinta; sopra 15° la prua non è indicata, un avviso; il Kite tiene la prua con il giroscopio.',
  ),
  motor_failure: fault(
    'Avaria di un motore',
    'Un motore si ferma; quello opposto viene spento con lui, e l’imbardata non è più controllata.',
    'Motore in avaria; atterraggio di sicurezza con i motori rimasti.',
  ),
  motor_degraded: fault(
    'Motore con spinta ridotta',
    'Un motore dà meno spinta di quella richiesta.',
    'Un avviso; più potenza e calore; decollo inibito.',
  ),
  main_power_loss: fault(
    'Perdita della rete elettrica',
    'La stazione di terra perde la rete elettrica.',
    'Tensione d’ingresso 0; le batterie di riserva alimentano Kite e verricello; atterraggio di sicurezza.',
  ),
  tether_voltage_loss: fault(
    'Interruzione dell’alimentazione nel cavo',
    'La linea di alimentazione nel cavo si apre, o un cattivo contatto ne aumenta la resistenza.',
    'La tensione al Kite cala, subentra la sua batteria di riserva: cavo danneggiato; atterraggio di sicurezza.',
  ),
  tether_cut: fault(
    'Cavo tranciato',
    'Il cavo è tranciato. Il Kite vola con la sua batteria, senza collegamento dati, e porta il resto del cavo.',
    'Trazione del cavo 0, nessun dato: cavo danneggiato; con il GPS il Kite atterra sotto la sua posizione, altrimenti va alla deriva; poi `Unknown`.',
  ),
  tether_damage: fault(
    'Cavo danneggiato',
    'Il cavo è consumato: meno robusto, e sotto carico l’alimentazione si interrompe a tratti.',
    'Cavo danneggiato; si rompe quando la tensione supera la resistenza rimasta.',
  ),
  spool_stuck: fault(
    'Tamburo del cavo bloccato',
    'Il tamburo del cavo è bloccato.',
    'La lunghezza non cambia; in salita cresce la trazione del cavo, in discesa il cavo è lento: tamburo bloccato; atterraggio di sicurezza.',
  ),
  force_sensor: fault(
    'Sensore di trazione del cavo in avaria',
    'Il sensore di tensione e angolo alla base del cavo va in avaria.',
    'Sensore di trazione del cavo in avaria; la regolazione della tensione continua con un modello.',
  ),
  barometer: fault(
    'Barometro in avaria',
    'Il barometro del Kite va in avaria.',
    'Altezza e lunghezza del cavo si contraddicono: sensore in avaria; atterraggio di sicurezza secondo la lunghezza del cavo.',
  ),
  overheating: fault(
    'Surriscaldamento',
    'Motori e convertitori raffreddati male: prese d’aria ostruite o pieno sole.',
    'Le temperature salgono: un avviso, poi atterraggio di sicurezza.',
  ),
  wind_gust: fault(
    'Raffica',
    'Una raffica di forma 1 - cos.',
    'Inclinazione, deriva e angolo del cavo aumentano; se persiste, seguono le reazioni al vento.',
  ),
  wind_change: fault(
    'Cambio del vento',
    'Un altro vento per la durata del guasto.',
    'Le reazioni al vento: avvisare, scendere, atterrare, atterraggio di sicurezza.',
  ),
  passing_lorry: fault(
    'Passaggio di un camion',
    'Un camion passa accanto alla stazione di terra: l’onda davanti e la scia.',
    'Una raffica lungo la strada, a piena forza fino a 6 m e nulla sopra 10 m: riguarda decollo e atterraggio.',
  ),
  battery_temperature: fault(
    'Temperatura della batteria',
    'Una batteria di riserva è troppo fredda o troppo calda.',
    'Un messaggio; decollo inibito.',
  ),
  battery_voltage: fault(
    'Cella di batteria debole',
    'Una cella di una batteria di riserva è debole.',
    'Tensione troppo bassa per la carica: un messaggio; decollo inibito, e in volo la stazione fa atterrare il Kite.',
  ),
  battery_charge: fault(
    'Indicatore di batteria bloccato',
    'L’indicatore di una batteria di riserva dà sempre la stessa carica.',
    'Sotto il limite: un messaggio; decollo inibito.',
  ),
  lids_stuck: fault(
    'Sportelli bloccati',
    'Gli sportelli del box da tetto sono bloccati nella loro posizione.',
    'Non arrivano in tempo a fine corsa: sportelli bloccati; decollo inibito. Possibile solo con un box da tetto.',
  ),
  supply_low: fault(
    'Tensione di alimentazione bassa',
    'La tensione dal veicolo al box da tetto è bassa.',
    'Un messaggio; dopo 5 minuti sotto 12.4 V un box con il Kite a terra si addormenta. Possibile solo con un box da tetto.',
  ),
  system_moving: fault(
    'Stazione di terra in movimento',
    'La stazione di terra si muove, per esempio su un veicolo che parte.',
    'Un avviso; decollo inibito; un Kite in volo segue il suo cavo.',
  ),
  kite_data_missing: fault(
    'Nessun dato dal Kite',
    'Dal Kite non arriva più nulla.',
    'Ultimi dati, poi `Unknown` dopo 2 s; dopo 5 s il Kite fa da sé un atterraggio di sicurezza.',
  ),
  kite_detection: fault(
    'Kite non rilevato nella culla',
    'Il contatto della culla non rileva il Kite.',
    'Kite non rilevato; decollo inibito.',
  ),
  secondary_autopilot: fault(
    'Secondo autopilota in avaria',
    'Il secondo autopilota non supera il suo autotest.',
    'Un messaggio; decollo inibito.',
  ),
  remote_id: fault(
    'Remote ID in avaria',
    'Il trasmettitore di Remote ID non supera il suo autotest.',
    'Remote ID `FAILED`; decollo inibito.',
  ),
  ground_station_reboot: fault(
    'Riavvio della stazione di terra',
    'Il computer della stazione di terra si riavvia; manca per la durata del guasto (10 s se non indicata).',
    'L’API non risponde; il Kite continua a volare; i dati salvati restano.',
  ),
  link_degraded: fault(
    'Collegamento dati degradato',
    'Ritardo e perdita di pacchetti sul collegamento tra stazione di terra e Kite.',
    'Comandi e dati arrivano tardi o per nulla; senza risposta per 5 s il Kite fa da sé un atterraggio di sicurezza: quando tutti i pacchetti vanno persi, o quando una risposta dura di più.',
  ),
  camera_offline: fault(
    'Telecamera spenta',
    'La telecamera è spenta.',
    'Un messaggio; stati con gli ultimi dati e `Offline`; i comandi sono rifiutati.',
  ),
  payload_swap: fault(
    'Telecamera sostituita',
    'La telecamera è sostituita da un’altra; quella di prima torna alla fine del guasto.',
    'Modello, flussi e limiti cambiano.',
  ),
  stream_lost: fault(
    'Flusso video perso',
    'Un flusso video non dà immagini.',
    'Un messaggio. Possibile solo su una stazione con video.',
  ),
  storage_full: fault(
    'Memoria piena',
    'Non c’è più spazio per le registrazioni.',
    'Un messaggio; la registrazione si ferma, e nessuna comincia. Possibile solo su una stazione che registra.',
  ),
};
