import type { Words } from '../words.ts';

export const audit: Words['audit'] = {
  title: 'Audit-Log',
  lead: 'Anmeldungen, Verwaltung, Steuerung, Löschungen und jeder Befehl, die neuesten zuerst.',
  forbidden: 'Das Audit-Log sieht, wer sich zum Verwalten angemeldet hat, mit einem Schlüssel, der es darf.',
  kind: 'Art',
  anyKind: 'Alle',
  kinds: {
    SignIn: 'Anmeldung',
    Viewing: 'Zusehen',
    Administration: 'Verwaltung',
    Simulator: 'Simulator',
    Control: 'Steuerung',
    Deletion: 'Löschung',
    Command: 'Befehl',
    Station: 'Station',
  },
  outcomes: { Done: 'Ausgeführt', Refused: 'Abgelehnt', Failed: 'Fehlgeschlagen' },
  times: (count) => `${count}-mal`,
  refresh: 'Aktualisieren',
  exportAs: (format) => `${format} exportieren`,
  none: 'Keine Einträge.',
  older: 'Ältere Einträge zeigen',
};
