import type { Words } from '../words.ts';

export const permission: Words['permission'] = {
  replay: 'Relecture : aucune commande possible.',
  viewOnly: 'Accès en lecture seule.',
  cameraOnly: 'Opérateur caméra : pas de commandes de vol.',
  stale: 'Données périmées.',
  otherInControl: (name) => `${name} a la commande.`,
  noCamera: 'Aucune caméra détectée.',
  cameraOff: 'Caméra hors ligne.',
};
