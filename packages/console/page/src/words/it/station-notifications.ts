import { type StationTexts, texts } from '../station-texts.ts';

import { systemNotificationTexts } from './system-notifications.ts';

const NO_TAKE_OFF = 'Decollo inibito.';
const EMERGENCY = 'Il Kite esegue un atterraggio di sicurezza.';
const CLEAR = 'Sgomberare l’area di atterraggio.';
const CHARGES = 'Decollo inibito finché la batteria non è carica.';
const IN_RANGE = 'Decollo inibito finché la temperatura non rientra. Un volo continua.';

/** Notifications of the station in Italian. */
export const notificationTexts: StationTexts['notifications'] = {
  GS_GPS_BAD: texts(
    'Stazione di terra: nessuna posizione GPS affidabile.',
    'La posizione della stazione non è mostrata e non può sostituire quella dell’operatore.',
    'Posizionare la stazione a cielo aperto e attendere un minuto.',
  ),
  GS_BATTERY_LEVEL_LOW: texts(
    'Stazione di terra: batteria di riserva scarica ({level} %).',
    `${CHARGES} Un volo su rete continua.`,
    'Lasciare la stazione in rete fino a carica completa.',
  ),
  GS_BATTERY_VOLTAGE: texts(
    'Stazione di terra: la tensione della batteria di riserva non corrisponde alla carica ({voltage} V).',
    `Un Kite in volo atterra. ${NO_TAKE_OFF}`,
    'Se persiste dopo un’ora di carica, far sostituire la batteria.',
  ),
  GS_BATTERY_TEMPERATURE: texts(
    'Stazione di terra: temperatura della batteria di riserva fuori campo ({temperature} °C).',
    IN_RANGE,
    'Ombreggiare o scaldare la stazione, tenere libere le prese d’aria.',
  ),
  MAIN_POWER_DISCONNECTED: texts(
    'Alimentazione di rete persa.',
    `Il Kite esegue un atterraggio di sicurezza a batteria. ${NO_TAKE_OFF}`,
    `${CLEAR} Poi controllare alimentazione, spina e fusibile.`,
  ),
  SYSTEM_MOVING: texts(
    'Stazione di terra in movimento.',
    'Decollo inibito finché si muove.',
    'Fermare il veicolo. Se il Kite vola, atterrare prima di ripartire.',
  ),
  SPOOL_STUCK: texts(
    'Tamburo del cavo bloccato.',
    EMERGENCY,
    `${CLEAR} Prima del prossimo volo controllare se il cavo è incrociato o gelato.`,
  ),
  SPOOL_TEMPERATURE_HIGH: texts(
    'Tamburo del cavo caldo ({temperature} °C).',
    'Decollo inibito fino al raffreddamento. Un volo continua; oltre il limite superiore, atterraggio di sicurezza.',
    'Salire per lasciare meno cavo sul tamburo, o atterrare.',
  ),
  SPOOL_OVERHEATING: texts(
    'Tamburo del cavo surriscaldato ({temperature} °C).',
    `${EMERGENCY} Decollo inibito fino al raffreddamento.`,
    `${CLEAR} Far raffreddare il tamburo, tenere libere le prese d’aria.`,
  ),
  FORCE_SENSOR: texts(
    'Sensore di trazione del cavo in avaria.',
    `${NO_TAKE_OFF} In volo il verricello usa un modello del cavo.`,
    'Atterrare. Controllare che nulla tocchi il cavo all’uscita, poi riavviare.',
  ),
  GROUND_EQUIPMENT_SILENT: texts(
    'Apparecchiatura a terra muta.',
    `${NO_TAKE_OFF} Un volo continua: verricello, alimentazione del cavo e box non sono misurati.`,
    'Atterrare. Controllare il collegamento e l’alimentazione dell’elettronica del verricello.',
  ),
  FLIGHT_LOG_FAILED: texts(
    'Registro di volo non scritto: {reason}.',
    'Il volo continua senza registro. La parte scritta resta.',
    'Liberare spazio sulla stazione. Il prossimo volo sarà di nuovo registrato.',
  ),
  STORE_UNUSABLE: texts(
    'Database della stazione non scrivibile: {reason}.',
    'Il volo continua. Accessi, messaggi e audit restano in memoria fino allo spegnimento della stazione; amministrazione bloccata.',
    'Liberare spazio o far controllare il supporto. La stazione riprova.',
  ),
  KITE_NOT_DETECTED: texts(
    'Kite non rilevato nella culla.',
    NO_TAKE_OFF,
    'Inserire il Kite fino allo scatto e accenderlo.',
  ),
  KITE_DATA_MISSING: texts(
    'Nessun dato dal Kite.',
    'Stato di volo sconosciuto, ordini di volo rifiutati. Il Kite segue la propria procedura di emergenza.',
    `${CLEAR} Osservare il Kite. A terra controllare che sia collegato e acceso.`,
  ),
  KITE_LINK_DEGRADED: texts(
    'Collegamento con il Kite degradato: {lost} % dei dati persi, ritardo {delay} s.',
    'I comandi sono ripetuti finché hanno effetto. Il volo continua.',
    'Atterrare. Controllare il cavo e i connettori prima del prossimo volo.',
  ),
  KITE_BATTERY_LEVEL_LOW: texts(
    'Kite: batteria di riserva scarica ({level} %).',
    `${CHARGES} Un volo continua.`,
    'Lasciare il Kite nella culla, a sistema acceso, fino a carica completa.',
  ),
  KITE_BATTERY_VOLTAGE: texts(
    'Kite: la tensione della batteria di riserva non corrisponde alla carica ({voltage} V).',
    `Un Kite in volo atterra. ${NO_TAKE_OFF}`,
    'Se persiste dopo un’ora di carica, far sostituire la batteria.',
  ),
  KITE_BATTERY_TEMPERATURE: texts(
    'Kite: temperatura della batteria di riserva fuori campo ({temperature} °C).',
    IN_RANGE,
    'Far raffreddare o scaldare il Kite a sportelli chiusi.',
  ),
  KITE_MOTOR_PROBLEM: texts(
    'Kite: motore in avaria.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Prima del prossimo volo controllare motori ed eliche.`,
  ),
  KITE_MOTOR_WEAK: texts(
    'Kite: motore indebolito.',
    `${NO_TAKE_OFF} Un volo continua.`,
    'Atterrare. Prima del prossimo volo controllare motori ed eliche.',
  ),
  KITE_OVERHEATING: texts(
    'Kite surriscaldato ({temperature} °C).',
    'In volo: atterraggio di sicurezza; a terra: decollo inibito fino al raffreddamento.',
    `${CLEAR} Far raffreddare il Kite e controllare le prese d’aria.`,
  ),
  KITE_TEMPERATURE_HIGH: texts(
    'Kite: motori o convertitore caldi ({temperature} °C).',
    'Decollo inibito fino al raffreddamento. Un volo continua; oltre il limite superiore, atterraggio di sicurezza.',
    'Atterrare e far raffreddare il Kite.',
  ),
  KITE_GPS_BAD: texts(
    'Kite: nessuna posizione GPS affidabile.',
    'Altezza limitata a 25 m. Un Kite più in alto scende da solo.',
    'Restare bassi. Volare a cielo aperto.',
  ),
  KITE_MAGNETIC_DISTURBANCE: texts(
    'Kite: bussola disturbata.',
    'La prua del Kite non è mostrata. I rilevamenti della telecamera derivano lentamente.',
    'Tenersi lontani da strutture d’acciaio, linee elettriche e veicoli.',
  ),
  KITE_ESTIMATION_INCONSISTENT: texts(
    'Kite: sensori in contraddizione.',
    `Il volo continua con i sensori più affidabili. ${NO_TAKE_OFF}`,
    'Atterrare. Se si ripete, far controllare il Kite.',
  ),
  KITE_SECONDARY_AUTOPILOT: texts(
    'Kite: secondo autopilota in avaria.',
    `${NO_TAKE_OFF} Un volo continua senza.`,
    'Atterrare. Riavviare il Kite; se persiste, farlo controllare.',
  ),
  KITE_SENSOR_FAULT: texts(
    'Kite: sensore in avaria.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Riavviare il Kite; se persiste, farlo controllare.`,
  ),
  AUTOPILOT_INFO: texts('Autopilota: {text}', 'Nessuna.', 'Nessuna.'),
  AUTOPILOT_WARNING: texts(
    'Autopilota: {text}',
    'Nessuna della stazione. L’autopilota può rifiutare il decollo.',
    'Cercare il messaggio nel manuale dell’autopilota.',
  ),
  AUTOPILOT_ERROR: texts(
    'Autopilota: {text}',
    'L’autopilota può agire secondo la propria regola di emergenza.',
    'Prepararsi ad atterrare. Cercare il messaggio nel manuale dell’autopilota.',
  ),
  AUTOPILOT_SETTINGS: texts(
    'Impostazioni dell’autopilota pericolose con il cavo: {settings}.',
    'Decollo vietato se il Kite non atterrasse da solo senza la stazione.',
    'Impostare i valori richiesti: kitestring doctor con l’indirizzo dell’aeromobile può scriverli.',
  ),
  HIGH_WIND: texts(
    'Carico del vento elevato: {measure} {value} {unit}, limite {limit} {unit}.',
    'Ora: {level}. Termina dopo un minuto di vento più calmo, o a terra.',
    'Atterrare o restare bassi finché il vento non cala.',
  ),
  WIND_TOO_STRONG_FOR_TAKEOFF: texts(
    'Troppo vento per il decollo: {wind_speed} m/s, limite {limit} m/s.',
    'Decollo inibito finché il vento non è sotto il limite per 10 s.',
    'Attendere che il vento cali.',
  ),
  GEOFENCE_CROSSED: texts(
    'Geofence superato: {zones}.',
    'La stazione avvisa soltanto: non governa né atterra per questo.',
    'Abbassare il Kite o atterrare.',
  ),
  ALTITUDE_SOFT_MAX_REACHED: texts(
    'Kite al tetto impostato ({altitude_soft_max} m).',
    'Il Kite non sale oltre.',
    'Alzare il tetto per volare più in alto.',
  ),
  TETHER_TWIST_WARNING: texts(
    'Cavo torto di {turns} giri; limite {limit}.',
    'Ancora nessuna. Al limite le rotazioni in questo senso sono rifiutate.',
    'Girare nell’altro senso.',
  ),
  TETHER_TWIST_CRITICAL: texts(
    'Limite di torsione del cavo raggiunto: {turns} di {limit} giri.',
    'Le rotazioni in questo senso sono rifiutate; nell’altro senso sono possibili.',
    'Girare nell’altro senso.',
  ),
  TETHER_DAMAGED: texts(
    'Cavo danneggiato.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Non volare prima di aver sostituito il cavo.`,
  ),
  SAFETY_LANDING: texts(
    'Atterraggio di sicurezza: {reason}.',
    'Il Kite atterra subito, a velocità doppia. Non si può interrompere.',
    `${CLEAR} Trovare la causa prima del prossimo volo.`,
  ),
  SAFETY_DESCENT: texts(
    'Discesa a {altitude} m: {reason}.',
    'Il Kite scende all’altezza sicura e non la supera finché dura la causa.',
    'Attendere o atterrare.',
  ),
  ORDERED_LANDING: texts(
    'Atterraggio automatico: {reason}.',
    'Il Kite atterra a velocità normale. Non si può interrompere finché dura la causa.',
    CLEAR,
  ),
  LANDING_PENDING: texts(
    'Atterraggio in attesa: nessun dato dal Kite.',
    'Il Kite atterra appena risponde, entro 10 minuti.',
    `${CLEAR} Ritirare l’ordine se il Kite deve restare in volo.`,
  ),
  LANDING_NOT_SENT: texts(
    'Atterraggio ordinato non inviato: nessun dato dal Kite da 10 minuti.',
    'L’ordine è scaduto. Il Kite segue la propria procedura di emergenza.',
    'Ordinare di nuovo l’atterraggio, o cercare il Kite.',
  ),
  CAMERA_OFFLINE: texts(
    'La telecamera non risponde.',
    'Ordini alla telecamera rifiutati. Il volo continua.',
    'Atterrare, controllare che il carico utile sia montato e i contatti puliti.',
  ),
  STREAM_LOST: texts(
    'Flusso video {stream_id} perso.',
    'La stazione prova a riavviarlo. Il volo continua.',
    'Attendere qualche secondo. Se persiste, atterrare e riavviare la telecamera.',
  ),
  VIDEO_DOWN: texts(
    'Nessuna immagine in diretta.',
    'La stazione prova a riavviarla. Il volo continua.',
    'Attendere qualche secondo. Se persiste, riavviare la stazione di terra.',
  ),
  STORAGE_LOW: texts(
    'Poco spazio per le registrazioni ({available_space} GiB liberi).',
    'Una registrazione in corso continua finché la memoria è piena. Sotto 1 GiB non ne inizia alcuna.',
    'Eliminare registrazioni non più necessarie.',
  ),
  STORAGE_FULL: texts(
    'Memoria delle registrazioni piena.',
    'Una registrazione in corso è fermata e salvata; non ne inizia alcuna.',
    'Eliminare registrazioni.',
  ),
  STORE_INCOMPLETE: texts(
    'Base dati della stazione incompleta: {reason}.',
    'La stazione lavora con ciò che resta. Un registro danneggiato resta accanto alla base dati.',
    'Controllare account, chiavi API e luoghi cambiati prima dell’ultimo arresto. Far controllare il disco. Copiare una base dati solo con il suo registro.',
  ),
  RECORDING_REMOVED: texts(
    'Registrazione {recording_id} eliminata per fare spazio.',
    'Quando lo spazio manca, si eliminano le registrazioni più vecchie senza segnalibro.',
    'Mettere un segnalibro alle registrazioni da conservare.',
  ),
  SNAPSHOT_REMOVED: texts(
    'Foto {snapshot_id} eliminata per fare spazio.',
    'Quando lo spazio per le foto è pieno, si eliminano le foto più vecchie senza segnalibro.',
    'Mettere un segnalibro alle foto da conservare.',
  ),
  FLIGHT_LOG_REMOVED: texts(
    'Registro di volo {flight_id} eliminato per fare spazio.',
    'Quando lo spazio per i registri è pieno, si eliminano i registri di volo più vecchi.',
    'Scaricare i registri da conservare, o alzare i limiti.',
  ),
  RECORDING_FAILED: texts(
    'Registrazione {recording_id} interrotta: {reason}.',
    'La parte registrata resta.',
    'Avviare una nuova registrazione. Se si ripete, controllare la memoria.',
  ),
  LIDS_STUCK: texts(
    'Sportelli del box da tetto bloccati.',
    'Decollo inibito. Un atterraggio richiesto è rifiutato finché gli sportelli non sono aperti, salvo che le impostazioni lo permettano; un atterraggio di sicurezza mai.',
    'Togliere neve, ghiaccio o oggetti dagli sportelli, poi aprirli una volta con il comando.',
  ),
  SAFETY_LAND_BUTTON_PRESSED: texts(
    'Pulsante esterno di atterraggio di sicurezza premuto.',
    'Un Kite in volo esegue un atterraggio di sicurezza. Decollo inibito finché il pulsante è premuto.',
    `${CLEAR} Rilasciare il pulsante quando il volo è di nuovo sicuro.`,
  ),
  PARKING_BRAKE: texts(
    'Freno di stazionamento non {required}.',
    NO_TAKE_OFF,
    'Portare il freno di stazionamento su {required}.',
  ),
  SUPPLY_LOW: texts(
    'Alimentazione dal veicolo del box da tetto bassa ({voltage} V).',
    'All’inizio nessuna. Dopo 5 minuti un box con il Kite a terra si addormenta: nessun dato dal Kite, stato di volo sconosciuto.',
    'Avviare il motore del veicolo o collegare un caricabatterie.',
  ),
  ...systemNotificationTexts,
};
