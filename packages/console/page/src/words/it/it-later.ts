import type { AutopilotWords, ClipWords, PushWords, ThermalWords } from '../en/en-later.ts';
import type { LaterWords } from '../later-words.ts';
import { translatorOf } from '../station-texts.ts';
import { station } from './station.ts';

const autopilot: AutopilotWords = {
  lost: 'Autopilota muto',
  hint: (address) => `Autopilota del velivolo reale, tramite ${address}; quota dei suoi pacchetti che arrivano`,
};

const thermal: ThermalWords = {
  title: 'Temperature',
  waiting: 'In attesa dell’immagine termica.',
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Punto',
  atCrosshair: (text) => `Al reticolo: ${text}`,
  atPointer: (text) => `Al puntatore: ${text}`,
  areaName: 'Area',
  area: (min, mean, max) => `min. ${min} · media ${mean} · max. ${max}`,
  scale: (low, high) => `Scala da ${low} a ${high}`,
  isotherm: 'Isoterma',
  sides: { off: 'Nessuna', above: 'Sopra', below: 'Sotto' },
  limit: 'Soglia',
  beyond: 'Soglia, fuori scala',
  blend: 'Termica su colore',
};

const clip: ClipWords = {
  title: 'Estratto',
  begin: 'inizio del video',
  end: 'fine del video',
  from: (mark) => `Segna l’inizio: ${mark}`,
  to: (mark) => `Segna la fine: ${mark}`,
  save: 'Salva l’estratto',
};

const push: PushWords = {
  title: 'Invio a un relay',
  lead: 'La stazione invia un flusso a un server scelto: RTMP, SRT o WHIP.',
  none: 'Nessun flusso viene inviato.',
  states: { Connecting: 'Connessione', Live: 'In diretta', Waiting: 'Non ricevuto' },
  retry: (seconds) => `prossimo tentativo tra ${seconds} s`,
  sent: (size) => `${size} inviati`,
  skipped: (pictures) => `${pictures} immagini omesse: relay troppo lento`,
  since: (time) => `da ${time}`,
  end: 'Termina',
  endOf: (stream) => `Termina l’invio di ${stream}`,
  ending: { title: (stream) => `Terminare l’invio di ${stream}?`, text: 'Il relay non riceve più immagini.' },
  open: 'Invia un flusso',
  stream: 'Flusso',
  address: 'Indirizzo',
  addressHint:
    'rtmp://host/app/key, srt://host:port, o https:// di un server WHIP. Chiave e token non vengono più mostrati.',
  submit: 'Avvia l’invio',
};

export const later: LaterWords = {
  autopilot,
  clip,
  push,
  thermal,
  translator: translatorOf(station),
  checklist: {
    summary: (done, all) => `Lista dell’equipaggio: ${done} di ${all} controllati`,
    made: (who, time) => `${who}, ${time}`,
    edit: 'Modifica la lista',
    save: 'Salva',
    lines: (most) => `Un controllo per riga, al massimo ${most}`,
    linesHint: 'Vuoto: la lista della stazione. I controlli sono nel rapporto del volo.',
    topics: {
      people: 'Le persone sono fuori dall’area di decollo e sanno del volo.',
      landing_area: 'L’area di atterraggio è libera e piana, anche per un atterraggio di sicurezza.',
      weather: 'Vento, pioggia, ghiaccio e fulmini sono nei limiti per tutto il volo.',
      airspace: 'Lo spazio aereo è libero: permessi, altri aeromobili, ostacoli.',
    },
  },
  pin: {
    kind: 'Tipo',
    kinds: {
      person: 'Persona',
      vehicle: 'Veicolo',
      fire: 'Fuoco',
      hazard: 'Pericolo',
      water: 'Acqua, idrante',
      meeting_point: 'Punto di raccolta',
      command_post: 'Posto di comando',
      other: 'Altro',
    },
  },
  zones: {
    title: 'Geofence',
    lead: (count, most) =>
      `${count} di ${most}. Zone che il Kite deve rispettare. Un superamento avvisa soltanto; la stazione non governa mai per questo.`,
    name: 'Nome della zona',
    rule: 'Regola',
    rules: { stay_inside: 'Restare dentro', keep_out: 'Restare fuori', altitude_max: 'Limite di altezza' },
    altitude: 'Limite sopra la stazione, metri',
    shape: 'Forma',
    aroundStation: 'Cerchio attorno alla stazione',
    byPoints: (count) => `Punti misurati (${count})`,
    radius: 'Raggio, metri',
    pointsHint:
      'Premere il pulsante del segno, poi porre punti sulla mappa grande o nell’immagine: due fanno un cerchio, di più un’area.',
    add: 'Crea la zona',
    crossed: 'Superata adesso.',
    faults: {
      name: 'Inserire un nome.',
      points: 'Porre almeno due punti.',
      crossed: 'Le linee si incrociano: porre i punti nell’ordine dei lati.',
      station: 'Posizione della stazione sconosciuta: usare punti.',
      radius: 'Raggio: da 5 a 5000 m.',
      altitude: 'Limite di altezza: da 1 a 500 m.',
    },
  },
  follow: {
    keepHere: 'Tieni qui la telecamera',
    stop: 'Ferma',
    stages: {
      position: 'Telecamera ferma sulla posizione',
      object: 'Telecamera segue l’oggetto',
      lost: 'Obiettivo perso, telecamera ferma',
    },
    ended: (reason) => `Mantenimento terminato: ${reason}.`,
    ends: {
      stopped: 'fermato',
      camera_moved: 'telecamera mossa',
      control_taken: 'comando preso',
      session_ended: 'client disconnesso',
      target_lost: 'obiettivo perso',
      out_of_reach: 'obiettivo fuori portata',
      not_flying: 'il Kite non vola',
      link_lost: 'nessun collegamento con il Kite',
      camera_offline: 'telecamera offline',
    },
  },
  measure: {
    add: 'Aggiungi alla misura',
    clear: 'Cancella misura',
    first: 'Primo punto posto. Scegliere il prossimo e aggiungerlo.',
    length: (points, length) => `${points} punti: ${length}.`,
    area: (area) => `Superficie ${area}.`,
    crossed: 'Le linee si incrociano: nessuna superficie.',
    full: (most) => `Al massimo ${most} punti.`,
  },
  help: {
    losses: {
      title: 'Cosa fare ora',
      print: 'Stampa',
      lastKnown: 'Ultimo stato noto',
      cards: {
        kite: {
          title: 'Kite perso: nessun dato',
          steps: [
            'Sgomberare l’area di atterraggio. Avvisare il comando.',
            'Osservare il Kite: atterra con la propria procedura di emergenza.',
            'Tenere premuto Atterra: la stazione lo invia appena il Kite risponde.',
            'Fuori vista: cercare sottovento all’ultima posizione.',
            'Se può lasciare l’area, avvisare il controllo del traffico aereo.',
          ],
        },
        tether: {
          title: 'Cavo rotto',
          steps: [
            'Sgomberare l’area di atterraggio e quella sottovento.',
            'Il Kite atterra da solo con la sua batteria. Non tirare il cavo.',
            'Spegnere la corrente del cavo prima che qualcuno lo tocchi.',
            'Fuori vista: cercare sottovento all’ultima posizione.',
            'Non volare prima della sostituzione del cavo.',
          ],
        },
        station: {
          title: 'Stazione persa: nessun collegamento',
          steps: [
            'Sgomberare l’area di atterraggio e osservare il Kite.',
            'Premere il pulsante esterno di atterraggio, dove c’è.',
            'Senza stazione il Kite atterra con la propria procedura di emergenza.',
            'Controllare corrente e rete della stazione. Questa pagina si ricollega da sola.',
            'Non spegnere la stazione finché il Kite è in volo.',
          ],
        },
      },
    },
    lead: 'Passi brevi per ogni compito. Funziona senza internet.',
    tasks: {
      takeOff: {
        title: 'Decollare',
        steps: [
          'Seguire i controlli prevolo fino a Pronto a terra.',
          'Tenere premuto Decolla per un secondo. Sportelli, controlli e salita seguono da soli.',
          'Interrompi: basta un tocco, finché non è raggiunta la prima altezza.',
        ],
      },
      land: {
        title: 'Atterrare o fermarsi',
        steps: [
          'Tenere premuto Atterra per un secondo. Il Kite scende, gli sportelli si chiudono.',
          'Ferma qui mantiene l’altezza mentre il Kite si muove.',
          'Un atterraggio di sicurezza non si può interrompere.',
        ],
      },
      altitude: {
        title: 'Impostare l’altezza',
        steps: [
          'Trascinare il cursore, usare i tasti a passi, o inserire i metri e Imposta.',
          'Oltre 5 m con il cursore si invia solo con Imposta.',
          'Le altezze si inseriscono in metri, qualunque unità sia mostrata.',
        ],
      },
      camera: {
        title: 'Orientare la telecamera',
        steps: [
          'Trascinare l’immagine: il punto sotto il dito vi resta. Un clic centra un punto.',
          'Rotella o due dita: zoom. La rosa dei venti dà un rilevamento.',
          'Le rotazioni torcono il cavo. Detorcere prima del limite.',
        ],
      },
      pictures: {
        title: 'Foto e registrazioni',
        steps: [
          'Tasto fotocamera: foto scaricata e salvata sulla stazione.',
          'Tasto di registrazione: tutti i flussi, fino al tocco successivo.',
          'Video le contiene tutte, con ricerca, nome e nota.',
        ],
      },
      place: {
        title: 'Dov’è?',
        steps: [
          'Pressione lunga o clic destro sull’immagine, o tasto segno e clic: rilevamento, distanza, coordinate con incertezza.',
          'Tieni qui la telecamera la tiene lì mentre il Kite si muove. Segna lo marca per tutti su questa stazione.',
        ],
      },
      control: {
        title: 'Passare il comando',
        steps: [
          'Comando: inserire il nome e prendere il comando, o richiederlo.',
          'Una richiesta appare sopra l’immagine. Passa il comando lo cede.',
          'Il comando perso non viene mai ripreso da solo.',
        ],
      },
      alarms: {
        title: 'Allarmi',
        steps: [
          'I messaggi critici e fatali stanno sopra l’immagine e suonano.',
          'Che fare apre le istruzioni. Tacita vale fino al prossimo allarme.',
          'La stazione reagisce da sola. Osservare lo stato, non contrastarla.',
        ],
      },
      linkLost: {
        title: 'Collegamento con la stazione perso',
        steps: [
          'Una riga rossa conta i secondi; i valori diventano grigi.',
          'Atterra resta attivo: l’ordine può passare. Controllare rete e cavo.',
          'Il Kite continua secondo le regole della stazione.',
        ],
      },
      watch: {
        title: 'Mostrare al posto di comando',
        steps: [
          'Comando, Link di sola visione: creare un link, dare l’indirizzo o il codice QR.',
          'Revoca lo chiude subito su ogni schermo.',
        ],
      },
    },
    shortcuts: 'Scorciatoie da tastiera',
    keys: {
      help: { key: '?', does: 'Questo aiuto' },
      skip: { key: 'Tab', does: 'In cima alla pagina: vai al comando di volo' },
      close: { key: 'Esc', does: 'Chiudi ciò che è aperto, scarta ciò che non è inviato' },
      hold: { key: 'Spazio, Invio', does: 'Tenuto su Decolla o Atterra: conferma' },
      aim: { key: '← ↑ → ↓', does: 'Sull’immagine: orienta la telecamera finché tenuto' },
      where: { key: 'Menu', does: 'Sull’immagine: dov’è il centro' },
      zoom: { key: '+ −', does: 'Sull’immagine: zoom' },
      zoomOut: { key: '0', does: 'Sull’immagine: campo più largo' },
      map: { key: 'M', does: 'Scambia mappa e video' },
      layout: { key: 'V', does: 'Una, due, quattro immagini' },
      presets: { key: '1 – 9', does: 'Viste della telecamera' },
      altitude: { key: '↑ ↓, Invio', does: 'Sulla scala: scegli e invia l’obiettivo' },
    },
    tourAgain: 'Mostra di nuovo la visita guidata',
  },
  tour: {
    title: 'Visita guidata',
    steps: {
      fly: {
        title: 'Volo',
        text: 'Il tasto grande è il prossimo ordine di volo: tenerlo premuto un secondo. Esso e gli allarmi non sono mai coperti.',
      },
      look: {
        title: 'Telecamera',
        text: 'Trascinare l’immagine per mirare, rotella o due dita per lo zoom. Un clic centra un punto.',
      },
      help: {
        title: 'Aiuto',
        text: 'Aiuto e scorciatoie: tasto ? o Aiuto tra le sezioni. Unità e dimensione del testo nelle impostazioni.',
      },
    },
    place: (step, of) => `${step} di ${of}`,
    next: 'Avanti',
    done: 'Fatto',
    skip: 'Salta la visita',
  },
};
