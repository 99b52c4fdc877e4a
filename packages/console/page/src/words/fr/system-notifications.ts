import { type StationTexts, texts } from '../station-texts.ts';

const remoteId = (message: string, instructions: string) =>
  texts(`Remote ID : ${message}`, 'Décollage interdit. Un vol en cours continue.', instructions);

/** Notifications of Remote ID, network, access and fleet in French. */
export const systemNotificationTexts = {
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: remoteId(
    'mode réglementaire inconnu.',
    'Régler le mode réglementaire de ce système.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: remoteId(
    'matériel inadapté au mode.',
    'Voler seulement où ce mode ne s’applique pas, ou faire remplacer l’émetteur.',
  ),
  REMOTE_ID_TX_FAILED: remoteId(
    'émetteur en panne.',
    'Atterrir et redémarrer. Si cela persiste, faire contrôler l’émetteur.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: remoteId(
    'mauvaise région radio.',
    'Régler la région radio sur le pays d’intervention.',
  ),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: remoteId(
    'mauvaise puissance d’émission.',
    'Contrôler l’antenne, puis redémarrer.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: remoteId('n’émet pas.', 'Atterrir et redémarrer.'),
  REMOTE_ID_TX_TRANSMITTING: remoteId('émet bien que désactivé.', 'Redémarrer et vérifier le mode réglementaire.'),
  REMOTE_ID_TX_STALE: remoteId(
    'pas d’état de l’émetteur.',
    'Attendre quelques secondes. Si cela persiste, redémarrer.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: remoteId('micrologiciel de l’émetteur incompatible.', 'Mettre le système à jour.'),
  REMOTE_ID_NO_OPERATOR: remoteId(
    'pas de données de l’opérateur.',
    'Demander la commande en mode US_REMOTE_ID_STANDARD et renouveler la demande en vol.',
  ),
  REMOTE_ID_DATA_STALE: remoteId('données de position périmées.', 'Contrôler le GPS de la station et du Kite.'),
  REMOTE_ID_DATA_INACCURATE: texts(
    'Remote ID : données de position imprécises.',
    'Aucune. Le vol est permis.',
    'Placer la station à ciel ouvert.',
  ),
  NETWORK_OVERLAP: texts(
    'Conflit réseau : le réseau de {interface} ({address}) recouvre celui du système, 192.168.2.0/24.',
    'Aucune. Des appareils du système peuvent être injoignables.',
    'Donner au réseau client des adresses hors de 192.168.2.0/24 ou utiliser le type Bridged.',
  ),
  CERTIFICATE_EXPIRES: texts(
    'Le certificat TLS expire : {expires}.',
    'Un certificat autosigné est renouvelé automatiquement, un certificat de fichier non.',
    'Remplacer le fichier du certificat ; pas de redémarrage nécessaire.',
  ),
  PLUGIN_ERROR: texts(
    'Le plugin {plugin_name} signale une erreur : {text}',
    'Aucune.',
    'Voir la documentation de ce programme.',
  ),
  TOO_MANY_WRONG_KEYS: texts(
    'Trop de connexions échouées depuis {address}.',
    'Connexions et accès vidéo depuis cette adresse sont de plus en plus retardés.',
    'S’il s’agit d’un de vos programmes, corriger sa clé ou son mot de passe. Sinon, chercher un intrus sur le réseau.',
  ),
  DISABLED_PLUGIN_REQUESTED_TOKEN: texts(
    'Le plugin {plugin_name} demande l’accès mais est désactivé.',
    'Il ne reçoit pas de jeton.',
    'L’activer pour donner accès.',
  ),
  FIRST_KEY_IN_FILE: texts(
    'La première clé API, qui a tous les droits, est encore dans son fichier sur une station accessible du réseau.',
    'Aucune.',
    'Donner à chaque programme sa propre clé avec les seuls droits requis, garder la première en lieu sûr et supprimer le fichier api-key du dossier de données.',
  ),
  HUB_NOT_CONNECTED: {
    message: 'Hub non connecté : {reason}.',
    reaction:
      'Aucune ; le vol n’est pas concerné. Les événements sont enregistrés sur la station et envoyés plus tard.',
    instructions: 'Vérifier le réseau, l’adresse hub.url et l’inscription de la station.',
  },
  HUB_JOURNAL_UNUSABLE: {
    message: 'Enregistrements pour le hub impossibles à écrire : {reason}.',
    reaction:
      'Aucune ; le vol n’est pas concerné. Les mesures ne sont pas enregistrées ; les événements restent en mémoire, 1000 au plus.',
    instructions: 'Libérer de l’espace sur la station ou faire vérifier le disque. La station continue d’essayer.',
  },
  HUB_CLOCK_DIFFERS: {
    message: 'Horloge de la station différente de celle du hub : {difference} s.',
    reaction: 'Aucune ; le vol n’est pas concerné. Les enregistrements portent l’heure de la station.',
    instructions: 'Régler l’horloge de la station ou faire vérifier la source de temps de la station et du hub.',
  },
} satisfies Partial<StationTexts['notifications']>;
