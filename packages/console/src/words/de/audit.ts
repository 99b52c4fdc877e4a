import type { Words } from '../words.ts';

export const audit: Words['audit'] = {
  title: 'Audit-Protokoll',
  lead: 'Anmeldungen, Verwaltung, Steuerung, Löschungen und jeder Befehl, die neuesten zuerst.',
  forbidden: 'Nur mit Administrator-Anmeldung: neu anmelden und Verwaltung wählen.',
  kind: 'Art',
  anyKind: 'Alle',
  kinds: {
    SignIn: 'Anmeldung',
    Viewing: 'Videozugriff',
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
  older: 'Ältere Einträge anzeigen',
};
