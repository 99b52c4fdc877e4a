import { type StationTexts, texts } from '../station-texts.ts';

import { systemNotificationTexts } from './system-notifications.ts';

const NO_TAKE_OFF = 'Décollage interdit.';
const EMERGENCY = 'Le Kite fait un atterrissage de sécurité.';
const CLEAR = 'Dégager l’aire d’atterrissage.';
const CHARGES = 'Décollage interdit jusqu’à la charge de la batterie.';
const IN_RANGE = 'Décollage interdit jusqu’au retour dans la plage de température. Un vol continue.';
const INSPECT = 'Atterrir. Contrôler moteurs et hélices avant le prochain vol.';

/** Notifications of the station in French. */
export const notificationTexts: StationTexts['notifications'] = {
  GS_GPS_BAD: texts(
    'Station au sol : pas de position GPS fiable.',
    'La position de la station n’est pas affichée et ne peut remplacer celle de l’opérateur.',
    'Placer la station à ciel ouvert et attendre une minute.',
  ),
  GS_BATTERY_LEVEL_LOW: texts(
    'Station au sol : batterie de secours faible ({level} %).',
    `${CHARGES} Un vol sur secteur continue.`,
    'Laisser la station sur secteur jusqu’à la charge complète.',
  ),
  GS_BATTERY_VOLTAGE: texts(
    'Station au sol : tension de la batterie de secours sans rapport avec sa charge ({voltage} V).',
    `Un Kite en vol atterrit. ${NO_TAKE_OFF}`,
    'Si cela persiste après une heure de charge, faire remplacer la batterie.',
  ),
  GS_BATTERY_TEMPERATURE: texts(
    'Station au sol : température de la batterie de secours hors plage ({temperature} °C).',
    IN_RANGE,
    'Ombrager ou réchauffer la station, dégager les aérations.',
  ),
  MAIN_POWER_DISCONNECTED: texts(
    'Alimentation secteur perdue.',
    `Le Kite fait un atterrissage de sécurité sur batterie. ${NO_TAKE_OFF}`,
    `${CLEAR} Vérifier ensuite alimentation, prise et fusible.`,
  ),
  SYSTEM_MOVING: texts(
    'Station au sol en mouvement.',
    'Décollage interdit tant qu’elle bouge.',
    'Arrêter le véhicule. Si le Kite vole, atterrir avant de repartir.',
  ),
  SPOOL_STUCK: texts(
    'Tambour du câble bloqué.',
    EMERGENCY,
    `${CLEAR} Avant le prochain vol, vérifier si le câble est croisé ou gelé.`,
  ),
  SPOOL_TEMPERATURE_HIGH: texts(
    'Tambour du câble chaud ({temperature} °C).',
    'Décollage interdit jusqu’au refroidissement. Un vol continue ; au-dessus de la limite supérieure, atterrissage de sécurité.',
    'Monter pour laisser moins de câble sur le tambour, ou atterrir.',
  ),
  SPOOL_OVERHEATING: texts(
    'Tambour du câble en surchauffe ({temperature} °C).',
    `${EMERGENCY} Décollage interdit jusqu’au refroidissement.`,
    `${CLEAR} Laisser refroidir le tambour, dégager les aérations.`,
  ),
  FORCE_SENSOR: texts(
    'Capteur de traction du câble en panne.',
    `${NO_TAKE_OFF} En vol, le treuil utilise un modèle du câble.`,
    'Atterrir. Vérifier que rien ne touche le câble à sa sortie, puis redémarrer.',
  ),
  GROUND_EQUIPMENT_SILENT: texts(
    'Équipement au sol muet.',
    `${NO_TAKE_OFF} Un vol continue : treuil, alimentation du câble et boîtier ne sont pas mesurés.`,
    'Atterrir. Vérifier la liaison et l’alimentation de l’électronique du treuil.',
  ),
  FLIGHT_LOG_FAILED: texts(
    'Journal de vol non écrit : {reason}.',
    'Le vol continue sans journal. La partie écrite est gardée.',
    'Libérer de l’espace sur la station. Le prochain vol sera à nouveau journalisé.',
  ),
  STORE_UNUSABLE: texts(
    'Base de données de la station non inscriptible : {reason}.',
    'Le vol continue. Connexions, messages et audit restent en mémoire jusqu’à l’arrêt de la station ; administration bloquée.',
    'Libérer de l’espace ou faire contrôler le support. La station réessaie.',
  ),
  KITE_NOT_DETECTED: texts(
    'Kite non détecté dans son berceau.',
    NO_TAKE_OFF,
    'Placer le Kite jusqu’à l’encliquetage et l’allumer.',
  ),
  KITE_DATA_MISSING: texts(
    'Aucune donnée du Kite.',
    'État de vol inconnu, ordres de vol refusés. Le Kite suit sa propre procédure de secours.',
    `${CLEAR} Observer le Kite. Au sol, vérifier qu’il est branché et allumé.`,
  ),
  KITE_LINK_DEGRADED: texts(
    'Liaison avec le Kite dégradée : {lost} % des données perdues, {delay} s de retard.',
    'Les ordres sont répétés jusqu’à leur effet. Le vol continue.',
    'Atterrir. Vérifier le câble et ses connecteurs avant le prochain vol.',
  ),
  KITE_BATTERY_LEVEL_LOW: texts(
    'Kite : batterie de secours faible ({level} %).',
    `${CHARGES} Un vol continue.`,
    'Laisser le Kite dans son berceau, système allumé, jusqu’à la charge complète.',
  ),
  KITE_BATTERY_VOLTAGE: texts(
    'Kite : tension de la batterie de secours sans rapport avec sa charge ({voltage} V).',
    `Un Kite en vol atterrit. ${NO_TAKE_OFF}`,
    'Si cela persiste après une heure de charge, faire remplacer la batterie.',
  ),
  KITE_BATTERY_TEMPERATURE: texts(
    'Kite : température de la batterie de secours hors plage ({temperature} °C).',
    IN_RANGE,
    'Laisser le Kite refroidir ou se réchauffer, volets fermés.',
  ),
  KITE_MOTOR_PROBLEM: texts(
    'Kite : moteur en panne.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Contrôler moteurs et hélices avant le prochain vol.`,
  ),
  KITE_MOTOR_WEAK: texts('Kite : moteur affaibli.', `${NO_TAKE_OFF} Un vol continue.`, INSPECT),
  KITE_OVERHEATING: texts(
    'Kite en surchauffe ({temperature} °C).',
    'En vol : atterrissage de sécurité ; au sol : décollage interdit jusqu’au refroidissement.',
    `${CLEAR} Laisser refroidir le Kite, vérifier les aérations.`,
  ),
  KITE_TEMPERATURE_HIGH: texts(
    'Kite : moteurs ou convertisseur chauds ({temperature} °C).',
    'Décollage interdit jusqu’au refroidissement. Un vol continue ; au-dessus de la limite supérieure, atterrissage de sécurité.',
    'Atterrir et laisser refroidir le Kite.',
  ),
  KITE_GPS_BAD: texts(
    'Kite : pas de position GPS fiable.',
    'Hauteur limitée à 25 m. Un Kite plus haut descend de lui-même.',
    'Rester bas. Voler à ciel ouvert.',
  ),
  KITE_MAGNETIC_DISTURBANCE: texts(
    'Kite : compas perturbé.',
    'Le cap du Kite n’est pas affiché. Les azimuts de la caméra dérivent lentement.',
    'S’éloigner des structures d’acier, lignes électriques et véhicules.',
  ),
  KITE_ESTIMATION_INCONSISTENT: texts(
    'Kite : capteurs contradictoires.',
    `Le vol continue avec les capteurs les plus fiables. ${NO_TAKE_OFF}`,
    'Atterrir. Si cela se répète, faire contrôler le Kite.',
  ),
  KITE_SECONDARY_AUTOPILOT: texts(
    'Kite : second autopilote en panne.',
    `${NO_TAKE_OFF} Un vol continue sans lui.`,
    'Atterrir. Redémarrer le Kite ; si cela persiste, le faire contrôler.',
  ),
  KITE_SENSOR_FAULT: texts(
    'Kite : capteur en panne.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Redémarrer le Kite ; si cela persiste, le faire contrôler.`,
  ),
  AUTOPILOT_INFO: texts('Autopilote : {text}', 'Aucune.', 'Aucune.'),
  AUTOPILOT_WARNING: texts(
    'Autopilote : {text}',
    'Aucune de la station. L’autopilote peut refuser de décoller.',
    'Chercher le message dans le manuel de l’autopilote.',
  ),
  AUTOPILOT_ERROR: texts(
    'Autopilote : {text}',
    'L’autopilote peut agir selon sa propre règle d’urgence.',
    'Être prêt à atterrir. Chercher le message dans le manuel de l’autopilote.',
  ),
  AUTOPILOT_SETTINGS: texts(
    'Réglages de l’autopilote dangereux avec un câble : {settings}.',
    'Décollage interdit si le Kite n’atterrissait pas seul sans la station.',
    'Régler les valeurs voulues : kitestring doctor avec l’adresse de l’aéronef peut les écrire.',
  ),
  HIGH_WIND: texts(
    'Charge du vent élevée : {measure} {value} {unit}, limite {limit} {unit}.',
    'Actuellement : {level}. Prend fin après une minute de vent plus faible, ou au sol.',
    'Atterrir ou rester bas jusqu’à ce que le vent faiblisse.',
  ),
  WIND_TOO_STRONG_FOR_TAKEOFF: texts(
    'Trop de vent pour décoller : {wind_speed} m/s, limite {limit} m/s.',
    'Décollage interdit jusqu’à 10 s de vent sous la limite.',
    'Attendre que le vent faiblisse.',
  ),
  GEOFENCE_CROSSED: texts(
    'Géorepérage franchi : {zones}.',
    'La station avertit seulement : elle ne dirige ni n’atterrit pour cela.',
    'Descendre le Kite ou atterrir.',
  ),
  ALTITUDE_SOFT_MAX_REACHED: texts(
    'Kite au plafond réglé ({altitude_soft_max} m).',
    'Le Kite ne monte pas plus haut.',
    'Relever le plafond pour voler plus haut.',
  ),
  TETHER_TWIST_WARNING: texts(
    'Câble tordu de {turns} tours ; limite {limit}.',
    'Aucune encore. À la limite, les rotations dans ce sens sont refusées.',
    'Tourner dans l’autre sens.',
  ),
  TETHER_TWIST_CRITICAL: texts(
    'Limite de torsion du câble atteinte : {turns} tours sur {limit}.',
    'Les rotations dans ce sens sont refusées ; dans l’autre sens elles sont possibles.',
    'Tourner dans l’autre sens.',
  ),
  TETHER_DAMAGED: texts(
    'Câble endommagé.',
    `${EMERGENCY} ${NO_TAKE_OFF}`,
    `${CLEAR} Ne pas voler avant le remplacement du câble.`,
  ),
  SAFETY_LANDING: texts(
    'Atterrissage de sécurité : {reason}.',
    'Le Kite atterrit aussitôt, deux fois plus vite que d’ordinaire. Ne peut pas être interrompu.',
    `${CLEAR} Trouver la cause avant le prochain vol.`,
  ),
  SAFETY_DESCENT: texts(
    'Descente à {altitude} m : {reason}.',
    'Le Kite descend à la hauteur sûre et ne la dépasse pas tant que la cause dure.',
    'Attendre ou atterrir.',
  ),
  ORDERED_LANDING: texts(
    'Atterrissage automatique : {reason}.',
    'Le Kite atterrit à vitesse normale. Ne peut pas être interrompu tant que la cause dure.',
    CLEAR,
  ),
  LANDING_PENDING: texts(
    'Atterrissage en attente : aucune donnée du Kite.',
    'Le Kite atterrit dès qu’il répond, dans les 10 minutes.',
    `${CLEAR} Retirer l’ordre si le Kite doit rester en l’air.`,
  ),
  LANDING_NOT_SENT: texts(
    'Atterrissage ordonné non envoyé : aucune donnée du Kite depuis 10 minutes.',
    'L’ordre a expiré. Le Kite suit sa propre procédure de secours.',
    'Ordonner à nouveau l’atterrissage, ou chercher le Kite.',
  ),
  CAMERA_OFFLINE: texts(
    'La caméra ne répond pas.',
    'Ordres à la caméra refusés. Le vol continue.',
    'Atterrir, vérifier que la charge utile est montée et ses contacts propres.',
  ),
  STREAM_LOST: texts(
    'Flux vidéo {stream_id} perdu.',
    'La station essaie de le relancer. Le vol continue.',
    'Attendre quelques secondes. Si cela persiste, atterrir et redémarrer la caméra.',
  ),
  VIDEO_DOWN: texts(
    'Pas d’image en direct.',
    'La station essaie de la relancer. Le vol continue.',
    'Attendre quelques secondes. Si cela persiste, redémarrer la station au sol.',
  ),
  STORAGE_LOW: texts(
    'Peu d’espace pour les enregistrements ({available_space} GiB libres).',
    'Un enregistrement en cours continue jusqu’au plein. Sous 1 GiB, aucun ne commence.',
    'Supprimer des enregistrements inutiles.',
  ),
  STORAGE_FULL: texts(
    'Stockage des enregistrements plein.',
    'Un enregistrement en cours est arrêté et gardé ; aucun ne commence.',
    'Supprimer des enregistrements.',
  ),
  STORE_INCOMPLETE: texts(
    'Base de données de la station incomplète : {reason}.',
    'La station travaille avec ce qui reste. Un journal endommagé est gardé à côté de la base.',
    'Contrôler les comptes, clés API et lieux modifiés avant le dernier arrêt. Faire contrôler le disque. Ne copier une base qu’avec son journal.',
  ),
  RECORDING_REMOVED: texts(
    'Enregistrement {recording_id} supprimé pour libérer de la place.',
    'Quand la place manque, les plus anciens enregistrements sans signet sont supprimés.',
    'Mettre un signet aux enregistrements à garder.',
  ),
  SNAPSHOT_REMOVED: texts(
    'Photo {snapshot_id} supprimée pour libérer de la place.',
    'Quand la place prévue pour les photos est pleine, les plus anciennes photos sans signet sont supprimées.',
    'Mettre un signet aux photos à garder.',
  ),
  FLIGHT_LOG_REMOVED: texts(
    'Journal de vol {flight_id} supprimé pour libérer de la place.',
    'Quand la place prévue pour les journaux est pleine, les plus anciens journaux de vol sont supprimés.',
    'Télécharger les journaux à garder, ou relever les limites.',
  ),
  RECORDING_FAILED: texts(
    'Enregistrement {recording_id} interrompu : {reason}.',
    'La partie enregistrée est gardée.',
    'Démarrer un nouvel enregistrement. Si cela se répète, contrôler le stockage.',
  ),
  LIDS_STUCK: texts(
    'Volets du coffre de toit bloqués.',
    'Décollage interdit. Un atterrissage demandé est refusé tant que les volets ne sont pas ouverts, sauf si les réglages le permettent ; un atterrissage de sécurité, jamais.',
    'Enlever neige, glace ou objets des volets, puis les ouvrir une fois par ordre.',
  ),
  SAFETY_LAND_BUTTON_PRESSED: texts(
    'Bouton externe d’atterrissage de sécurité enfoncé.',
    'Un Kite en vol fait un atterrissage de sécurité. Décollage interdit tant que le bouton est enfoncé.',
    `${CLEAR} Relâcher le bouton quand le vol est à nouveau sûr.`,
  ),
  PARKING_BRAKE: texts(
    'Frein de stationnement non {required}.',
    NO_TAKE_OFF,
    'Mettre le frein de stationnement sur {required}.',
  ),
  SUPPLY_LOW: texts(
    'Alimentation véhicule du coffre de toit faible ({voltage} V).',
    'Aucune d’abord. Après 5 minutes, un coffre dont le Kite est posé s’endort : pas de données du Kite, état de vol inconnu.',
    'Démarrer le moteur du véhicule ou brancher un chargeur.',
  ),
  ...systemNotificationTexts,
};
