import { fault, type StationTexts } from '../station-texts.ts';

/** Faults of the simulator in French. */
export const faultTexts: StationTexts['faults'] = {
  gps_loss: fault(
    'Perte du GPS',
    'Les récepteurs ne voient aucun satellite, ou trop peu pour une position précise.',
    'Pas de position ; un avertissement ; au-dessus de 25 m, le Kite descend plus bas et tient sa position d’après l’angle du câble.',
  ),
  gps_multipath: fault(
    'Trajets multiples du GPS',
    'Trajets multiples : la position GPS du Kite fait un saut.',
    'Position GPS et angle du câble se contredisent : capteurs contradictoires ; le Kite vole d’après le câble. Par vent fort, le câble est trop imprécis pour déceler 5 m.',
  ),
  gps_corrections_lost: fault(
    'Perte des corrections GPS',
    'Les corrections de la station de référence sont perdues.',
    'La précision reste centimétrique 15 s et décimétrique 60 s, puis devient celle sans corrections. Possible seulement avec RTK (`rtk.isUsed`).',
  ),
  magnetic_disturbance: fault(
    'Perturbation magnétique',
    'Une perturbation magnétique par le véhicule sous le Kite ou, à un autre endroit, par une structure en acier. Son champ décroît avec le cube de la distance.',
    'Près de la source pas de cap ; un avertissement ; le Kite tient son cap au gyroscope. Par défaut, un véhicule, jusqu’à environ 2 m de hauteur.',
  ),
  motor_magnetic_field: fault(
    'Champ magnétique des moteurs',
    'Un câble de puissance des moteurs passe près du magnétomètre : un champ dans l’axe du nez qui croît avec la puissance.',
    'L’erreur de cap croît avec la poussée ; au-dessus de 15°, le cap n’est plus donné, un avertissement ; le Kite tient son cap au gyroscope.',
  ),
  motor_failure: fault(
    'Panne d’un moteur',
    'Un moteur s’arrête ; le moteur opposé est coupé avec lui, et le lacet n’est plus tenu.',
    'Moteur en panne ; atterrissage de sécurité sur les autres moteurs.',
  ),
  motor_degraded: fault(
    'Moteur à poussée réduite',
    'Un moteur donne moins de poussée que demandé.',
    'Un avertissement ; plus de puissance et de chaleur ; décollage interdit.',
  ),
  main_power_loss: fault(
    'Perte du secteur',
    'La station au sol perd le secteur.',
    'Tension d’entrée 0 ; les batteries de secours alimentent Kite et treuil ; atterrissage de sécurité.',
  ),
  tether_voltage_loss: fault(
    'Coupure de l’alimentation dans le câble',
    'La ligne d’alimentation du câble s’ouvre, ou un mauvais contact augmente sa résistance.',
    'La tension au Kite baisse, sa batterie de secours prend le relais : câble endommagé ; atterrissage de sécurité.',
  ),
  tether_cut: fault(
    'Câble sectionné',
    'Le câble est sectionné. Le Kite vole sur sa batterie, sans liaison de données, et porte le reste du câble.',
    'Traction du câble 0, pas de données : câble endommagé ; avec GPS, le Kite atterrit sous sa position, sinon il dérive ; puis `Unknown`.',
  ),
  tether_damage: fault(
    'Câble endommagé',
    'Le câble est éraillé : moins solide, et l’alimentation s’interrompt par moments sous charge.',
    'Câble endommagé ; il rompt quand la traction dépasse la résistance qui reste.',
  ),
  spool_stuck: fault(
    'Tambour du câble bloqué',
    'Le tambour du câble est bloqué.',
    'La longueur ne change pas ; la traction du câble augmente en montée, le câble pend en descente : tambour bloqué ; atterrissage de sécurité.',
  ),
  force_sensor: fault(
    'Capteur de traction du câble en panne',
    'Le capteur de traction et d’angle au pied du câble tombe en panne.',
    'Capteur de traction du câble en panne ; la régulation de la traction continue avec un modèle.',
  ),
  barometer: fault(
    'Baromètre en panne',
    'Le baromètre du Kite tombe en panne.',
    'Hauteur et longueur du câble se contredisent : capteur en panne ; atterrissage de sécurité d’après la longueur du câble.',
  ),
  overheating: fault(
    'Surchauffe',
    'Moteurs et convertisseurs mal refroidis : aérations bouchées ou plein soleil.',
    'Les températures montent : un avertissement, puis atterrissage de sécurité.',
  ),
  wind_gust: fault(
    'Rafale',
    'Une rafale de forme 1 - cos.',
    'Inclinaison, dérive et angle du câble augmentent ; si elle dure, suivent les réactions au vent.',
  ),
  wind_change: fault(
    'Changement de vent',
    'Un autre vent pour la durée de la panne.',
    'Les réactions au vent : avertir, descendre, atterrir, atterrissage de sécurité.',
  ),
  passing_lorry: fault(
    'Passage d’un camion',
    'Un camion passe près de la station au sol : son souffle et son sillage.',
    'Une rafale le long de la route, à pleine force jusqu’à 6 m et nulle au-dessus de 10 m : touche décollage et atterrissage.',
  ),
  battery_temperature: fault(
    'Température de batterie',
    'Une batterie de secours est trop froide ou trop chaude.',
    'Un message ; décollage interdit.',
  ),
  battery_voltage: fault(
    'Élément de batterie faible',
    'Un élément d’une batterie de secours est faible.',
    'Tension trop basse pour la charge : un message ; décollage interdit, et en vol la station fait atterrir le Kite.',
  ),
  battery_charge: fault(
    'Jauge de batterie figée',
    'La jauge d’une batterie de secours donne toujours la même charge.',
    'Sous la limite : un message ; décollage interdit.',
  ),
  lids_stuck: fault(
    'Volets bloqués',
    'Les volets du coffre de toit sont bloqués dans leur position.',
    'Ils n’arrivent pas à temps en fin de course : volets bloqués ; décollage interdit. Possible seulement avec un coffre de toit.',
  ),
  supply_low: fault(
    'Tension d’alimentation basse',
    'La tension du véhicule vers le coffre de toit est basse.',
    'Un message ; après 5 minutes sous 12.4 V, un coffre dont le Kite est posé s’endort. Possible seulement avec un coffre de toit.',
  ),
  system_moving: fault(
    'Station au sol en mouvement',
    'La station au sol bouge, par exemple sur un véhicule qui démarre.',
    'Un avertissement ; décollage interdit ; un Kite en vol suit son câble.',
  ),
  kite_data_missing: fault(
    'Aucune donnée du Kite',
    'Plus rien ne descend du Kite.',
    'Dernières données, puis `Unknown` après 2 s ; après 5 s, le Kite fait de lui-même un atterrissage de sécurité.',
  ),
  kite_detection: fault(
    'Kite non détecté dans son berceau',
    'Le contact du berceau ne détecte pas le Kite.',
    'Kite non détecté ; décollage interdit.',
  ),
  secondary_autopilot: fault(
    'Second pilote automatique en panne',
    'Le second pilote automatique échoue à son autotest.',
    'Un message ; décollage interdit.',
  ),
  remote_id: fault(
    'Remote ID en panne',
    'L’émetteur de Remote ID échoue à son autotest.',
    'Remote ID `FAILED` ; décollage interdit.',
  ),
  ground_station_reboot: fault(
    'Redémarrage de la station au sol',
    'L’ordinateur de la station au sol redémarre ; il est absent pendant la panne (10 s sans autre indication).',
    'L’API ne répond pas ; le Kite continue de voler ; les données enregistrées restent.',
  ),
  link_degraded: fault(
    'Liaison de données dégradée',
    'Retard et perte de paquets sur la liaison entre station au sol et Kite.',
    'Ordres et données arrivent tard ou pas du tout ; sans réponse pendant 5 s, le Kite fait de lui-même un atterrissage de sécurité : quand tous les paquets sont perdus, ou quand une réponse prend plus longtemps.',
  ),
  camera_offline: fault(
    'Caméra éteinte',
    'La caméra est éteinte.',
    'Un message ; états avec les dernières données et `Offline` ; les ordres sont refusés.',
  ),
  payload_swap: fault(
    'Caméra remplacée',
    'La caméra est remplacée par une autre ; la précédente revient à la fin de la panne.',
    'Modèle, flux et limites changent.',
  ),
  stream_lost: fault(
    'Flux vidéo perdu',
    'Un flux vidéo ne donne pas d’images.',
    'Un message. Possible seulement sur une station avec vidéo.',
  ),
  storage_full: fault(
    'Mémoire pleine',
    'Il n’y a plus de place pour les enregistrements.',
    'Un message ; l’enregistrement s’arrête, et aucun ne commence. Possible seulement sur une station qui enregistre.',
  ),
};
