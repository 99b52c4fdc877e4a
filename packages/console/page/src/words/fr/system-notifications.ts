import { type StationTexts, texts } from '../station-texts.ts';

const REMOTE_ID = 'Décollage interdit. Un vol en cours continue.';

/** Notifications of Remote ID, network, access and fleet in French. */
export const systemNotificationTexts = {
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: texts(
    'Remote ID : mode réglementaire inconnu.',
    REMOTE_ID,
    'Régler le mode réglementaire de ce système.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: texts(
    'Remote ID : matériel inadapté au mode.',
    REMOTE_ID,
    'Voler seulement où ce mode ne s’applique pas, ou faire remplacer l’émetteur.',
  ),
  REMOTE_ID_TX_FAILED: texts(
    'Remote ID : émetteur en panne.',
    REMOTE_ID,
    'Atterrir et redémarrer. Si cela persiste, faire contrôler l’émetteur.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: texts(
    'Remote ID : mauvaise région radio.',
    REMOTE_ID,
    'Régler la région radio sur le pays d’intervention.',
  ),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: texts(
    'Remote ID : mauvaise puissance d’émission.',
    REMOTE_ID,
    'Contrôler l’antenne, puis redémarrer.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: texts('Remote ID : n’émet pas.', REMOTE_ID, 'Atterrir et redémarrer.'),
  REMOTE_ID_TX_TRANSMITTING: texts(
    'Remote ID : émet bien que désactivé.',
    REMOTE_ID,
    'Redémarrer et vérifier le mode réglementaire.',
  ),
  REMOTE_ID_TX_STALE: texts(
    'Remote ID : pas d’état de l’émetteur.',
    REMOTE_ID,
    'Attendre quelques secondes. Si cela persiste, redémarrer.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: texts(
    'Remote ID : micrologiciel de l’émetteur incompatible.',
    REMOTE_ID,
    'Mettre le système à jour.',
  ),
  REMOTE_ID_NO_OPERATOR: texts(
    'Remote ID : pas de données de l’opérateur.',
    REMOTE_ID,
    'Demander la commande en mode US_REMOTE_ID_STANDARD et renouveler la demande en vol.',
  ),
  REMOTE_ID_DATA_STALE: texts(
    'Remote ID : données de position périmées.',
    REMOTE_ID,
    'Contrôler le GPS de la station et du Kite.',
  ),
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
