import type { Words } from '../words.ts';

export const audit: Words['audit'] = {
  title: 'Journal d’audit',
  lead: 'Connexions, administration, commande, suppressions et ordres, du plus récent au plus ancien.',
  forbidden: 'Connexion d’administrateur requise : se reconnecter en choisissant l’administration.',
  kind: 'Type',
  anyKind: 'Tous',
  kinds: {
    SignIn: 'Connexion',
    Viewing: 'Visionnage',
    Administration: 'Administration',
    Simulator: 'Simulateur',
    Control: 'Commande',
    Deletion: 'Suppression',
    Command: 'Ordre',
    Station: 'Station',
  },
  outcomes: { Done: 'Exécuté', Refused: 'Refusé', Failed: 'Échoué' },
  times: (count) => `${count} fois`,
  refresh: 'Actualiser',
  exportAs: (format) => `Exporter en ${format}`,
  none: 'Aucune entrée.',
  older: 'Afficher les entrées plus anciennes',
};
