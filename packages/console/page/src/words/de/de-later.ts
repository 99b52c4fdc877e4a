import { inSwissSpelling } from '@kitestring/console-ui/swiss.ts';
import { pinKindNames } from '@kitestring/station-contract/place/pin-kind-names.ts';
import type { LaterWords } from '../later-words.ts';
import { translatorOf } from '../station-texts.ts';
import { station } from './station.ts';

export const later: LaterWords = {
  autopilot: {
    lost: 'Autopilot nicht gehört',
    hint: (address) => `Autopilot des echten Fluggeräts, über ${address}; Anteil seiner Pakete, die ankommen`,
  },
  clip: {
    title: 'Clip',
    begin: 'Anfang des Videos',
    end: 'Ende des Videos',
    from: (mark) => `Anfang markieren: ${mark}`,
    to: (mark) => `Ende markieren: ${mark}`,
    save: 'Clip speichern',
    addStretch: 'Abschnitt hinzufügen',
    stretches: 'Abschnitte des Clips',
    removeStretch: (stretch) => `${stretch} entfernen`,
    remove: 'Entfernen',
    reversed: 'Die Endmarke liegt nicht nach der Anfangsmarke.',
    made: (name) => `Clip bereit: ${name}.`,
    again: 'Erneut herunterladen',
    lapse: 'Zeitraffer',
    noLapse: 'Kein Zeitraffer',
    lapseOf: (seconds) => `Zeitraffer: 1 Bild je ${seconds} s`,
  },
  push: {
    title: 'An ein Relais senden',
    lead: 'Die Station sendet einen Stream an einen eigenen Server: RTMP, SRT oder WHIP.',
    none: 'Kein Stream wird gesendet.',
    states: { Connecting: 'Verbindet', Live: 'Live', Waiting: 'Nicht empfangen' },
    retry: (seconds) => `nächster Versuch in ${seconds} s`,
    sent: (size) => `${size} gesendet`,
    skipped: (pictures) => `${pictures} Bilder ausgelassen: Relais zu langsam`,
    since: (time) => `seit ${time}`,
    end: 'Beenden',
    endOf: (stream) => `Senden von ${stream} beenden`,
    ending: { title: (stream) => `Senden von ${stream} beenden?`, text: 'Das Relais erhält keine Bilder mehr.' },
    open: 'Stream senden',
    stream: 'Stream',
    address: 'Adresse',
    addressHint:
      'rtmp://host/app/key, srt://host:port oder https:// eines WHIP-Servers. Schlüssel und Token werden nicht wieder gezeigt.',
    wrongAddress: 'Die Adresse eines Relais beginnt mit rtmp://, rtmps://, srt:// oder https://.',
    submit: 'Senden starten',
    reasons: {
      unreachable: 'Relais {relay} nicht erreichbar: {detail}',
      no_answer: 'Relais {relay} antwortet nicht',
      no_answer_because: 'Relais {relay} antwortet nicht: {detail}',
      silent: 'Relais {relay} meldet sich nicht mehr',
      too_slow: 'Relais {relay} nimmt keine Bilder mehr an',
      closed: 'Relais {relay} hat die Verbindung geschlossen',
      ended: 'Relais {relay} hat den Stream beendet',
      refused: 'Relais {relay} lehnt den Stream ab: {detail}',
      not_rtmp: 'Relais {relay} sendet kein RTMP: {detail}',
      not_srt: 'Relais {relay} sendet kein SRT',
      old_srt: 'Relais {relay} spricht SRT vor 1.3 (Handshake {detail})',
      wrong_passphrase: 'Relais {relay} entschlüsselt den Stream nicht: keine oder eine andere Passphrase',
      new_key: 'Relais {relay} erhält den Stream neu, mit anderem Schlüssel',
      lost: 'Verbindung zum Relais {relay} beendet',
      no_pictures: 'Der Stream {stream} liefert gerade keine Bilder',
      wrong_codec: 'RTMP überträgt nur H.264; der Stream {stream} hat {codec}: per SRT senden',
    },
  },
  thermal: {
    title: 'Temperaturen',
    waiting: 'Warte auf das Wärmebild.',
    percent: (share) => `${Math.round(share * 100)} %`,
    spotName: 'Punkt',
    atCrosshair: (text) => `Im Fadenkreuz: ${text}`,
    atPointer: (text) => `Am Zeiger: ${text}`,
    areaName: 'Fläche',
    area: (min, mean, max) => `min. ${min} · Mittel ${mean} · max. ${max}`,
    scale: (low, high) => `Skala von ${low} bis ${high}`,
    isotherm: 'Isotherme',
    sides: { off: 'Aus', above: 'Darüber', below: 'Darunter' },
    limit: 'Grenze',
    beyond: 'Grenze, außerhalb der Skala',
    blend: 'Wärmebild über Farbbild',
  },
  translator: translatorOf(station),
  checklist: {
    summary: (done, all) => `Eigene Checkliste: ${done} von ${all} geprüft`,
    made: (who, time) => `${who}, ${time}`,
    edit: 'Checkliste bearbeiten',
    save: 'Speichern',
    lines: (most) => `Eine Prüfung je Zeile, höchstens ${most}`,
    linesHint: 'Leer: die Liste der Station. Prüfungen stehen im Bericht des Flugs.',
    topics: {
      people: 'Personen sind außerhalb des Startbereichs und wissen vom Flug.',
      landing_area: 'Die Landefläche ist frei und eben, auch für eine Sicherheitslandung.',
      weather: 'Wind, Regen, Vereisung und Blitze sind für den ganzen Flug im Rahmen.',
      airspace: 'Der Luftraum ist frei: Bewilligungen, andere Luftfahrzeuge, Hindernisse.',
    },
  },
  pin: { kind: 'Art', kinds: pinKindNames('de') },
  zones: {
    title: 'Geofence',
    lead: (count, most) =>
      `${count} von ${most}. Zonen, an die sich der Kite halten soll. Eine Verletzung warnt nur; die Station steuert nie deswegen.`,
    name: 'Name der Zone',
    rule: 'Regel',
    rules: { stay_inside: 'Innerhalb bleiben', keep_out: 'Fernbleiben', altitude_max: 'Höhengrenze' },
    altitude: 'Grenze über der Station, Meter',
    shape: 'Form',
    aroundStation: 'Kreis um die Station',
    byPoints: (count) => `Gemessene Punkte (${count})`,
    radius: 'Radius, Meter',
    pointsHint:
      'Pin-Taste drücken, dann Punkte auf der großen Karte oder im Bild setzen: zwei ergeben einen Kreis, mehr eine Fläche.',
    add: 'Zone setzen',
    crossed: 'Gerade verletzt.',
    faults: {
      name: 'Namen eingeben.',
      points: 'Mindestens zwei Punkte setzen.',
      crossed: 'Die Linien kreuzen sich: Punkte in der Reihenfolge der Seiten setzen.',
      station: 'Position der Station unbekannt: Punkte verwenden.',
      radius: 'Radius: 5 bis 5000 m.',
      altitude: 'Höhengrenze: 1 bis 500 m.',
    },
  },
  follow: {
    keepHere: 'Kamera hier halten',
    stop: 'Stopp',
    stages: { position: 'Kamera hält Position', object: 'Kamera folgt Objekt', lost: 'Ziel verloren, Kamera bleibt' },
    ended: (reason) => `Halten beendet: ${reason}.`,
    ends: {
      stopped: 'gestoppt',
      camera_moved: 'Kamera wurde bewegt',
      control_taken: 'Steuerung wurde übernommen',
      session_ended: 'Client hat sich abgemeldet',
      target_lost: 'Ziel verloren',
      out_of_reach: 'Ziel außer Reichweite',
      not_flying: 'Kite fliegt nicht',
      link_lost: 'keine Verbindung zum Kite',
      camera_offline: 'Kamera offline',
    },
  },
  measure: {
    add: 'Punkt zur Messung',
    undo: 'Letzten Punkt entfernen',
    clear: 'Messung löschen',
    first: 'Erster Punkt gesetzt. Die nächsten im Bild anklicken.',
    length: (points, length) => `${points} Punkte: ${length}.`,
    area: (area) => `Fläche ${area}.`,
    crossed: 'Die Linien kreuzen sich: keine Fläche.',
    full: (most) => `Höchstens ${most} Punkte.`,
  },
  help: {
    losses: {
      title: 'Was jetzt zu tun ist',
      print: 'Drucken',
      lastKnown: 'Zuletzt bekannt',
      cards: {
        kite: {
          title: 'Kite verloren: keine Daten',
          steps: [
            'Landefläche räumen. Einsatzleitung warnen.',
            'Kite beobachten: Er landet durch seinen eigenen Failsafe.',
            'Landen halten: Die Station sendet es, sobald der Kite antwortet.',
            'Außer Sicht: windabwärts der letzten Position suchen.',
            'Kann er das Gebiet verlassen, die Flugsicherung informieren.',
          ],
        },
        tether: {
          title: 'Kabel gerissen',
          steps: [
            'Landefläche und den Bereich windabwärts räumen.',
            'Der Kite landet von selbst mit seinem Akku. Nicht am Kabel ziehen.',
            'Kabelstrom abschalten, bevor jemand das Kabel berührt.',
            'Außer Sicht: windabwärts der letzten Position suchen.',
            'Nicht fliegen, bevor das Kabel ersetzt ist.',
          ],
        },
        station: {
          title: 'Station verloren: keine Verbindung',
          steps: [
            'Landefläche räumen und Kite beobachten.',
            'Externe Notlandetaste drücken, wo es eine gibt.',
            'Ohne Station landet der Kite durch seinen eigenen Failsafe.',
            'Strom und Netzwerk der Station prüfen. Diese Seite verbindet sich von selbst.',
            'Station nicht ausschalten, solange der Kite in der Luft ist.',
          ],
        },
      },
    },
    lead: 'Kurze Schritte für jede Aufgabe. Auch ohne Internet.',
    tasks: {
      takeOff: {
        title: 'Starten',
        steps: [
          'Vorflugkontrolle abarbeiten, bis Startbereit am Boden erscheint.',
          'Starten eine Sekunde halten. Deckel, Kontrolle und Steigflug laufen automatisch ab.',
          'Abbrechen: ein Druck genügt, bis die Starthöhe erreicht ist.',
        ],
      },
      land: {
        title: 'Landen oder stoppen',
        steps: [
          'Landen eine Sekunde halten. Der Kite sinkt, die Deckel schließen.',
          'Stopp hält die Höhe, solange der Kite unterwegs ist.',
          'Eine Notlandung kann nicht abgebrochen werden.',
        ],
      },
      altitude: {
        title: 'Höhe einstellen',
        steps: [
          'Griff der Skala ziehen, Stufentasten nutzen oder Meter eingeben und Setzen drücken.',
          'Mehr als 5 m mit dem Griff werden erst mit Setzen gesendet.',
          'Höhen werden in Metern eingegeben, gleich welche Einheit angezeigt wird.',
        ],
      },
      camera: {
        title: 'Kamera ausrichten',
        steps: [
          'Bild ziehen: Der Punkt unter dem Finger bleibt dort. Ein Klick zentriert den Punkt.',
          'Rad oder zwei Finger zoomen. Die Kompassrose gibt eine Peilung vor.',
          'Drehungen verdrehen das Kabel. Vor dem Limit entdrehen.',
        ],
      },
      pictures: {
        title: 'Fotos und Aufnahmen',
        steps: [
          'Kamerataste: Foto, wird heruntergeladen und auf der Station gespeichert.',
          'Aufnahmetaste: alle Streams, bis sie wieder gedrückt wird.',
          'Unter Aufnahmen steht alles, mit Suche, Name und Notiz.',
        ],
      },
      place: {
        title: 'Wo ist das?',
        steps: [
          'Lang oder rechts ins Bild klicken, oder Pin-Taste darunter und Klick: Peilung, Distanz, Koordinaten mit Unsicherheit.',
          'Kamera hier halten hält ihn im Bild, wenn der Kite sich bewegt. Setzen markiert den Ort für alle an dieser Station.',
        ],
      },
      control: {
        title: 'Steuerung übergeben',
        steps: [
          'Steuerung: Namen eingeben und Steuerung übernehmen oder anfordern.',
          'Eine Anforderung erscheint über dem Bild. Übergeben gibt die Steuerung ab.',
          'Verlorene Steuerung wird nie automatisch zurückgeholt.',
        ],
      },
      alarms: {
        title: 'Alarme',
        steps: [
          'Kritische und fatale Meldungen erscheinen über dem Bild, mit Alarmton.',
          'Maßnahmen zeigt, was zu tun ist. Ton aus gilt bis zum nächsten Alarm.',
          'Die Station reagiert selbst. Zustand beobachten, nicht dagegen steuern.',
        ],
      },
      linkLost: {
        title: 'Verbindung zur Station verloren',
        steps: [
          'Eine rote Zeile zählt die Sekunden; Werte werden grau.',
          'Landen bleibt möglich: Der Befehl kann noch ankommen. Netz und Kabel prüfen.',
          'Der Kite fliegt nach den Regeln der Station weiter.',
        ],
      },
      watch: {
        title: 'Einsatzleitung zuschauen lassen',
        steps: [
          'Steuerung, Links zum Zuschauen: Link erstellen, Adresse oder QR-Code weitergeben.',
          'Widerrufen schließt ihn sofort auf jedem Bildschirm.',
        ],
      },
    },
    shortcuts: 'Tastenkürzel',
    keys: {
      help: { key: '?', does: 'Diese Hilfe' },
      skip: { key: 'Tab', does: 'Am Anfang der Seite: zum Flugbefehl springen' },
      close: { key: 'Esc', does: 'Offenes schließen, nicht Gesendetes verwerfen' },
      hold: { key: 'Leertaste, Enter', does: 'Auf Starten oder Landen gehalten: bestätigen' },
      aim: { key: '← ↑ → ↓', does: 'Auf dem Bild: Kamera ausrichten, solange gehalten' },
      where: { key: 'Menü', does: 'Auf dem Bild: wo die Mitte ist' },
      zoom: { key: '+ −', does: 'Auf dem Bild: zoomen' },
      zoomOut: { key: '0', does: 'Auf dem Bild: ganz herauszoomen' },
      map: { key: 'M', does: 'Karte und Video tauschen' },
      layout: { key: 'V', does: 'Ein, zwei, vier Bilder' },
      presets: { key: '1 – 9', does: 'Kamera-Voreinstellungen' },
      altitude: { key: '↑ ↓, Enter', does: 'Auf der Skala: Ziel wählen und senden' },
    },
    tourAgain: 'Rundgang noch einmal zeigen',
  },
  tour: {
    title: 'Rundgang',
    steps: {
      fly: {
        title: 'Flug',
        text: 'Die große Taste ist der nächste Flugbefehl: eine Sekunde halten. Alarme und diese Taste sind nie verdeckt.',
      },
      look: {
        title: 'Kamera',
        text: 'Bild ziehen richtet aus, Rad oder zwei Finger zoomen. Ein Klick zentriert den Punkt.',
      },
      help: {
        title: 'Hilfe',
        text: 'Hilfe und Tastenkürzel: Taste ? oder Hilfe in der Liste der Bereiche. Einheiten und Schriftgröße in den Einstellungen.',
      },
    },
    place: (step, of) => `${step} von ${of}`,
    next: 'Weiter',
    done: 'Fertig',
    skip: 'Rundgang überspringen',
  },
};

/** The same in Swiss spelling. */
export const laterCh = (): LaterWords => ({
  ...inSwissSpelling(later),
  translator: translatorOf(inSwissSpelling(station)),
});
