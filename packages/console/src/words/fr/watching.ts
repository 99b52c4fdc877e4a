import type { Words } from '../words.ts';

export const watching: Words['watching'] = {
  title: 'Liens de visionnage',
  lead: 'Pour un poste de commandement : image, carte et messages, sans commandes.',
  none: 'Aucun lien.',
  states: { Valid: 'Valable', Expired: 'Expiré', Revoked: 'Révoqué' },
  madeBy: (name) => `créé par ${name}`,
  until: (time) => `jusqu’à ${time}`,
  lastOpened: (time) => `ouvert la dernière fois ${time}`,
  neverOpened: 'jamais ouvert',
  screens: (count) => (count === 0 ? 'non ouvert' : `ouvert sur ${count === 1 ? '1 écran' : `${count} écrans`}`),
  add: {
    open: 'Créer un lien',
    name: 'Pour qui',
    nameHint: 'Par exemple poste de commandement.',
    nameMissing: 'Saisir un nom.',
    hours: 'Durée',
    hoursOf: (hours) => (hours === 1 ? '1 heure' : `${hours} heures`),
    submit: 'Créer le lien',
  },
  made: {
    title: (name) => `Lien pour ${name}`,
    once: 'Ce lien n’est affiché qu’une fois. Quiconque l’a peut regarder jusqu’à son expiration ou sa révocation.',
    address: 'Adresse',
    code: 'L’adresse en code QR',
    copy: 'Copier',
    copied: 'Copié.',
    copyFailed: 'Copie bloquée par le navigateur. Sélectionner l’adresse et la copier à la main.',
    done: 'Lien transmis, fermer',
  },
  revoke: 'Révoquer',
  revokeOf: (name) => `Révoquer le lien ${name}`,
  revoking: {
    title: (name) => `Révoquer le lien ${name} ?`,
    text: 'Il est fermé aussitôt sur tous les écrans et n’ouvre plus rien.',
  },
  refusals: {
    ended: 'Ce lien a expiré ou a été révoqué. En demander un nouveau.',
    unknown: 'Ce lien n’existe pas. Comparer l’adresse avec celle reçue, ou en demander un nouveau.',
    full: 'Ce lien est ouvert sur le nombre maximal d’écrans. Le fermer ailleurs, ou demander un second lien.',
  },
  wall: {
    title: (station) => `${station} - visionnage`,
    notifications: 'Messages actifs',
    map: 'Vue de dessus',
    clock: 'Heure de la station',
  },
};
