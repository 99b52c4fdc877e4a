import type { Words } from '../words.ts';

export const handoff: Words['handoff'] = {
  title: 'Steuerung',
  you: 'Sie',
  nobody: 'Niemand',
  unknown: 'Unbekannt',
  chip: (who) => `Es steuert: ${who}`,
  chipWaiting: (count) => (count === 1 ? '1 wartet' : `${count} warten`),
  own: 'Sie steuern.',
  ownHint:
    'Diese Seite behält die Steuerung, bis Sie sie abgeben. Ausser Sicht, etwa hinter einem anderen Tab, behält sie sie 2 Minuten.',
  other: (name) => `${name} steuert.`,
  otherHint: 'Ihre Befehle werden abgelehnt, bis Sie die Steuerung haben.',
  none: 'Niemand hat die Steuerung.',
  noneHint:
    'Alle, die befehlen dürfen, können es, auch Sie. Übernehmen Sie die Steuerung, damit nur Sie befehlen können.',
  since: (duration) => `seit ${duration}`,
  from: (plugin, session) => (session === undefined ? plugin : `${plugin}, ${session}`),
  place: (place) => `Sie warten: Platz ${place}.`,
  asking: 'Die Steuerung wird angefragt.',
  name: 'Name der Bedienperson',
  nameHint: 'Andere sehen ihn. Er bleibt in diesem Browser.',
  nameMissing: 'Bitte zuerst den Namen eingeben.',
  take: 'Steuerung übernehmen',
  ask: 'Um Steuerung bitten',
  leave: 'Nicht mehr warten',
  release: 'Steuerung abgeben',
  releaseTo: (name) => `Steuerung an ${name} geben`,
  override: 'Sofort übernehmen',
  overrideHint: (name) => `${name} verliert sie sofort. Was läuft, geht weiter.`,
  mayOnlyLook: 'Diese Anmeldung darf zusehen, aber nicht befehlen.',
  queue: 'Wartende',
  queueEmpty: 'Niemand wartet.',
  waits: (duration) => `${duration}`,
  alert: {
    label: 'Bitte um Steuerung',
    asks: (name) => `${name} bittet um die Steuerung.`,
    allow: 'Geben',
    keep: 'Behalten',
    pageTitle: (name) => `${name} bittet um die Steuerung`,
  },
  loss: {
    label: 'Steuerung verloren',
    taken: (name) => `${name} hat die Steuerung übernommen.`,
    lapsed: 'Sie steuern nicht mehr: Diese Seite hat die Station nicht rechtzeitig erreicht.',
    hidden:
      'Diese Seite war mehr als 2 Minuten ausser Sicht: Sie hat die Steuerung oder ihren Platz in der Reihe abgegeben.',
    signInEnded: 'Sie steuern nicht mehr: Ihre Anmeldung war abgelaufen.',
    ok: 'OK',
  },
  remoteId: {
    title: 'Standort der Bedienperson für Remote ID',
    notNeeded: 'Für dieses System gilt keine Remote-ID-Regel. Ihr Standort wird nicht gefragt.',
    unknownRule: 'Welche Remote-ID-Regel gilt, ist nicht bekannt. Ihr Standort wird nicht gefragt.',
    share: 'Standort dieses Browsers senden',
    shareHint:
      'Ohne ihn wird der Standort der Ground Station gesendet. Er wird gesendet, während Sie um die Steuerung bitten oder sie haben.',
    states: {
      off: 'Wird nicht gesendet.',
      insecure: 'Browser geben ihren Standort nur Seiten, die über https oder auf der Station selbst geöffnet sind.',
      searching: 'Der Browser sucht seinen Standort.',
      denied: 'Der Browser erlaubt dieser Seite nicht, den Standort zu kennen.',
    },
    known: (latDeg, lonDeg, accuracyM) =>
      `${latDeg.toFixed(5)}°, ${lonDeg.toFixed(5)}°, auf ${Math.round(accuracyM)} m`,
  },
};
