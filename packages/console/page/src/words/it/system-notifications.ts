import { type StationTexts, texts } from '../station-texts.ts';

const REMOTE_ID = 'Decollo inibito. Un volo in corso continua.';

/** Notifications of Remote ID, network, access and fleet in Italian. */
export const systemNotificationTexts = {
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: texts(
    'Remote ID: modalità normativa sconosciuta.',
    REMOTE_ID,
    'Impostare la modalità normativa di questo sistema.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: texts(
    'Remote ID: apparecchio non adatto alla modalità.',
    REMOTE_ID,
    'Volare solo dove questa modalità non si applica, o far sostituire il trasmettitore.',
  ),
  REMOTE_ID_TX_FAILED: texts(
    'Remote ID: trasmettitore in avaria.',
    REMOTE_ID,
    'Atterrare e riavviare. Se persiste, far controllare il trasmettitore.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: texts(
    'Remote ID: regione radio errata.',
    REMOTE_ID,
    'Impostare la regione radio del paese d’intervento.',
  ),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: texts(
    'Remote ID: potenza di trasmissione errata.',
    REMOTE_ID,
    'Controllare l’antenna, poi riavviare.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: texts('Remote ID: non trasmette.', REMOTE_ID, 'Atterrare e riavviare.'),
  REMOTE_ID_TX_TRANSMITTING: texts(
    'Remote ID: trasmette benché disattivato.',
    REMOTE_ID,
    'Riavviare e controllare la modalità normativa.',
  ),
  REMOTE_ID_TX_STALE: texts(
    'Remote ID: nessuno stato dal trasmettitore.',
    REMOTE_ID,
    'Attendere qualche secondo. Se persiste, riavviare.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: texts(
    'Remote ID: firmware del trasmettitore incompatibile.',
    REMOTE_ID,
    'Aggiornare il sistema.',
  ),
  REMOTE_ID_NO_OPERATOR: texts(
    'Remote ID: nessun dato dell’operatore.',
    REMOTE_ID,
    'Richiedere il comando in modalità US_REMOTE_ID_STANDARD e rinnovare la richiesta in volo.',
  ),
  REMOTE_ID_DATA_STALE: texts(
    'Remote ID: dati di posizione non aggiornati.',
    REMOTE_ID,
    'Controllare il GPS della stazione e del Kite.',
  ),
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
