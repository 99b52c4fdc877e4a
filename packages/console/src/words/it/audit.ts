import type { Words } from '../words.ts';

export const audit: Words['audit'] = {
  title: 'Registro di audit',
  lead: 'Accessi, amministrazione, comando, cancellazioni e ordini, dal più recente.',
  forbidden: 'Serve l’accesso da amministratore: accedere di nuovo scegliendo l’amministrazione.',
  kind: 'Tipo',
  anyKind: 'Tutti',
  kinds: {
    SignIn: 'Accesso',
    Viewing: 'Visione',
    Administration: 'Amministrazione',
    Simulator: 'Simulatore',
    Control: 'Comando',
    Deletion: 'Cancellazione',
    Command: 'Ordine',
    Station: 'Stazione',
  },
  outcomes: { Done: 'Eseguito', Refused: 'Rifiutato', Failed: 'Fallito' },
  times: (count) => `${count} volte`,
  refresh: 'Aggiorna',
  exportAs: (format) => `Esporta in ${format}`,
  none: 'Nessuna voce.',
  older: 'Mostra voci precedenti',
};
