import { type StationTexts, texts } from '../station-texts.ts';

const remoteId = (message: string, instructions: string) =>
  texts(`Remote ID: ${message}`, 'Decollo inibito. Un volo in corso continua.', instructions);

/** Notifications of Remote ID, network, access and fleet in Italian. */
export const systemNotificationTexts = {
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: remoteId(
    'modalità normativa sconosciuta.',
    'Impostare la modalità normativa di questo sistema.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: remoteId(
    'apparecchio non adatto alla modalità.',
    'Volare solo dove questa modalità non si applica, o far sostituire il trasmettitore.',
  ),
  REMOTE_ID_TX_FAILED: remoteId(
    'trasmettitore in avaria.',
    'Atterrare e riavviare. Se persiste, far controllare il trasmettitore.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: remoteId(
    'regione radio errata.',
    'Impostare la regione radio del paese d’intervento.',
  ),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: remoteId(
    'potenza di trasmissione errata.',
    'Controllare l’antenna, poi riavviare.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: remoteId('non trasmette.', 'Atterrare e riavviare.'),
  REMOTE_ID_TX_TRANSMITTING: remoteId(
    'trasmette benché disattivato.',
    'Riavviare e controllare la modalità normativa.',
  ),
  REMOTE_ID_TX_STALE: remoteId(
    'nessuno stato dal trasmettitore.',
    'Attendere qualche secondo. Se persiste, riavviare.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: remoteId('firmware del trasmettitore incompatibile.', 'Aggiornare il sistema.'),
  REMOTE_ID_NO_OPERATOR: remoteId(
    'nessun dato dell’operatore.',
    'Richiedere il comando in modalità US_REMOTE_ID_STANDARD e rinnovare la richiesta in volo.',
  ),
  REMOTE_ID_DATA_STALE: remoteId('dati di posizione non aggiornati.', 'Controllare il GPS della stazione e del Kite.'),
  REMOTE_ID_DATA_INACCURATE: texts(
    'Remote ID: dati di posizione imprecisi.',
    'Nessuna. Il volo è consentito.',
    'Posizionare la stazione a cielo aperto.',
  ),
  NETWORK_OVERLAP: texts(
    'Conflitto di rete: la rete di {interface} ({address}) si sovrappone a quella del sistema, 192.168.2.0/24.',
    'Nessuna. Apparati del sistema potrebbero essere irraggiungibili.',
    'Dare alla rete del cliente indirizzi fuori da 192.168.2.0/24 o usare il tipo Bridged.',
  ),
  CERTIFICATE_EXPIRES: texts(
    'Il certificato TLS scade: {expires}.',
    'Un certificato autofirmato si rinnova da solo, uno da file no.',
    'Sostituire il file del certificato; non serve riavviare.',
  ),
  PLUGIN_ERROR: texts(
    'Il plugin {plugin_name} segnala un errore: {text}',
    'Nessuna.',
    'Vedere la documentazione di quel programma.',
  ),
  TOO_MANY_WRONG_KEYS: texts(
    'Troppi accessi falliti da {address}.',
    'Accessi e video da questo indirizzo sono sempre più ritardati.',
    'Se è un proprio programma, correggerne la chiave o la password. Altrimenti cercare intrusi nella rete.',
  ),
  DISABLED_PLUGIN_REQUESTED_TOKEN: texts(
    'Il plugin {plugin_name} chiede l’accesso ma è disattivato.',
    'Non riceve alcun token.',
    'Attivarlo per dare accesso.',
  ),
  FIRST_KEY_IN_FILE: texts(
    'La prima chiave API, che ha tutti i diritti, è ancora nel suo file su una stazione raggiungibile dalla rete.',
    'Nessuna.',
    'Dare a ogni programma una chiave propria con i soli diritti necessari, custodire la prima e cancellare il file api-key nella cartella dati.',
  ),
  HUB_NOT_CONNECTED: {
    message: 'Hub non connesso: {reason}.',
    reaction: 'Nessuna; il volo non è interessato. Gli eventi sono registrati sulla stazione e inviati più tardi.',
    instructions: 'Controllare la rete, l’indirizzo hub.url e la registrazione della stazione.',
  },
  HUB_JOURNAL_UNUSABLE: {
    message: 'Registrazioni per l’hub non scrivibili: {reason}.',
    reaction:
      'Nessuna; il volo non è interessato. Le misure non sono registrate; gli eventi restano in memoria, al massimo 1000.',
    instructions: 'Liberare spazio sulla stazione o far controllare il disco. La stazione continua a riprovare.',
  },
  HUB_CLOCK_DIFFERS: {
    message: 'Orologio della stazione diverso da quello dell’hub: {difference} s.',
    reaction: 'Nessuna; il volo non è interessato. Le registrazioni portano l’ora della stazione.',
    instructions: 'Regolare l’orologio della stazione o far controllare la fonte dell’ora di stazione e hub.',
  },
} satisfies Partial<StationTexts['notifications']>;
