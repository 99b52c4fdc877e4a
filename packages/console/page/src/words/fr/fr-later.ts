import type { AutopilotWords, ClipWords, PushWords, ThermalWords } from '../en/en-later.ts';
import type { LaterWords } from '../later-words.ts';
import { translatorOf } from '../station-texts.ts';
import { station } from './station.ts';

const autopilot: AutopilotWords = {
  lost: 'Autopilote muet',
  hint: (address) => `Autopilote de l’aéronef réel, par ${address} ; part de ses paquets qui arrivent`,
};

const thermal: ThermalWords = {
  title: 'Températures',
  waiting: 'En attente de l’image thermique.',
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Point',
  atCrosshair: (text) => `Au réticule : ${text}`,
  atPointer: (text) => `Au pointeur : ${text}`,
  areaName: 'Zone',
  area: (min, mean, max) => `min. ${min} · moyenne ${mean} · max. ${max}`,
  scale: (low, high) => `Échelle de ${low} à ${high}`,
  isotherm: 'Isotherme',
  sides: { off: 'Aucune', above: 'Au-dessus', below: 'Au-dessous' },
  limit: 'Seuil',
  beyond: 'Seuil, hors de l’échelle',
  blend: 'Thermique sur couleur',
};

const clip: ClipWords = {
  title: 'Extrait',
  begin: 'début de la vidéo',
  end: 'fin de la vidéo',
  from: (mark) => `Marquer le début : ${mark}`,
  to: (mark) => `Marquer la fin : ${mark}`,
  save: 'Enregistrer l’extrait',
};

const push: PushWords = {
  title: 'Envoi vers un relais',
  lead: 'La station envoie un flux à un serveur choisi : RTMP, SRT ou WHIP.',
  none: 'Aucun flux n’est envoyé.',
  states: { Connecting: 'Connexion', Live: 'En direct', Waiting: 'Non reçu' },
  retry: (seconds) => `prochain essai dans ${seconds} s`,
  sent: (size) => `${size} envoyés`,
  skipped: (pictures) => `${pictures} images omises : relais trop lent`,
  since: (time) => `depuis ${time}`,
  end: 'Terminer',
  endOf: (stream) => `Terminer l’envoi de ${stream}`,
  ending: { title: (stream) => `Terminer l’envoi de ${stream} ?`, text: 'Le relais ne reçoit plus d’images.' },
  open: 'Envoyer un flux',
  stream: 'Flux',
  address: 'Adresse',
  addressHint:
    'rtmp://host/app/key, srt://host:port, ou https:// d’un serveur WHIP. Clé et jeton ne sont plus affichés.',
  submit: 'Démarrer l’envoi',
};

export const later: LaterWords = {
  autopilot,
  clip,
  push,
  thermal,
  translator: translatorOf(station),
  checklist: {
    summary: (done, all) => `Liste de l’équipage : ${done} sur ${all} contrôlés`,
    made: (who, time) => `${who}, ${time}`,
    edit: 'Modifier la liste',
    save: 'Enregistrer',
    lines: (most) => `Un contrôle par ligne, ${most} au plus`,
    linesHint: 'Vide : la liste de la station. Les contrôles figurent dans le rapport du vol.',
    topics: {
      people: 'Les personnes sont hors de la zone de décollage et savent qu’on vole.',
      landing_area: 'L’aire d’atterrissage est libre et plane, aussi pour un atterrissage de sécurité.',
      weather: 'Vent, pluie, givrage et foudre restent dans les limites pendant tout le vol.',
      airspace: 'L’espace aérien est libre : autorisations, autres aéronefs, obstacles.',
    },
  },
  pin: {
    kind: 'Genre',
    kinds: {
      person: 'Personne',
      vehicle: 'Véhicule',
      fire: 'Feu',
      hazard: 'Danger',
      water: 'Eau, hydrant',
      meeting_point: 'Point de rassemblement',
      command_post: 'Poste de commandement',
      other: 'Autre',
    },
  },
  zones: {
    title: 'Géorepérage',
    lead: (count, most) =>
      `${count} sur ${most}. Zones que le Kite doit respecter. Un franchissement avertit seulement ; la station ne dirige jamais pour cela.`,
    name: 'Nom de la zone',
    rule: 'Règle',
    rules: { stay_inside: 'Rester dedans', keep_out: 'Rester dehors', altitude_max: 'Limite de hauteur' },
    altitude: 'Limite au-dessus de la station, mètres',
    shape: 'Forme',
    aroundStation: 'Cercle autour de la station',
    byPoints: (count) => `Points mesurés (${count})`,
    radius: 'Rayon, mètres',
    pointsHint:
      'Appuyer sur le bouton du repère, puis placer des points sur la grande carte ou dans l’image : deux font un cercle, plus une surface.',
    add: 'Créer la zone',
    crossed: 'Franchie en ce moment.',
    faults: {
      name: 'Saisir un nom.',
      points: 'Placer au moins deux points.',
      crossed: 'Les lignes se croisent : placer les points dans l’ordre des côtés.',
      station: 'Position de la station inconnue : utiliser des points.',
      radius: 'Rayon : 5 à 5000 m.',
      altitude: 'Limite de hauteur : 1 à 500 m.',
    },
  },
  follow: {
    keepHere: 'Garder la caméra ici',
    stop: 'Arrêter',
    stages: {
      position: 'Caméra fixée sur la position',
      object: 'Caméra suit l’objet',
      lost: 'Cible perdue, caméra immobile',
    },
    ended: (reason) => `Maintien terminé : ${reason}.`,
    ends: {
      stopped: 'arrêté',
      camera_moved: 'caméra déplacée',
      control_taken: 'commande reprise',
      session_ended: 'client déconnecté',
      target_lost: 'cible perdue',
      out_of_reach: 'cible hors de portée',
      not_flying: 'le Kite ne vole pas',
      link_lost: 'pas de liaison avec le Kite',
      camera_offline: 'caméra hors ligne',
    },
  },
  measure: {
    add: 'Ajouter à la mesure',
    clear: 'Effacer la mesure',
    first: 'Premier point placé. Choisissez le suivant et ajoutez-le.',
    length: (points, length) => `${points} points : ${length}.`,
    area: (area) => `Surface ${area}.`,
    crossed: 'Les lignes se croisent : pas de surface.',
    full: (most) => `${most} points au plus.`,
  },
  help: {
    losses: {
      title: 'Que faire maintenant',
      print: 'Imprimer',
      lastKnown: 'Dernier état connu',
      cards: {
        kite: {
          title: 'Kite perdu : aucune donnée',
          steps: [
            'Dégager l’aire d’atterrissage. Prévenir le commandement.',
            'Observer le Kite : il atterrit par sa propre procédure de secours.',
            'Maintenir Atterrir : la station l’envoie dès que le Kite répond.',
            'Hors de vue : chercher sous le vent de la dernière position.',
            'S’il peut quitter la zone, prévenir le contrôle aérien.',
          ],
        },
        tether: {
          title: 'Câble rompu',
          steps: [
            'Dégager l’aire d’atterrissage et la zone sous le vent.',
            'Le Kite atterrit seul sur sa batterie. Ne pas tirer le câble.',
            'Couper le courant du câble avant que quiconque le touche.',
            'Hors de vue : chercher sous le vent de la dernière position.',
            'Ne pas voler avant le remplacement du câble.',
          ],
        },
        station: {
          title: 'Station perdue : aucune connexion',
          steps: [
            'Dégager l’aire d’atterrissage et observer le Kite.',
            'Presser le bouton externe d’atterrissage de sécurité, s’il existe.',
            'Sans station, le Kite atterrit par sa propre procédure de secours.',
            'Vérifier courant et réseau de la station. Cette page se reconnecte seule.',
            'Ne pas éteindre la station tant que le Kite est en l’air.',
          ],
        },
      },
    },
    lead: 'Étapes courtes pour chaque tâche. Fonctionne sans internet.',
    tasks: {
      takeOff: {
        title: 'Décoller',
        steps: [
          'Suivre la visite prévol jusqu’à Prêt au sol.',
          'Maintenir Décoller une seconde. Volets, contrôles et montée suivent d’eux-mêmes.',
          'Interrompre : un seul appui, tant que la première hauteur n’est pas atteinte.',
        ],
      },
      land: {
        title: 'Atterrir ou s’arrêter',
        steps: [
          'Maintenir Atterrir une seconde. Le Kite descend, les volets se ferment.',
          'Arrêter ici maintient la hauteur pendant que le Kite se déplace.',
          'Un atterrissage de sécurité ne peut pas être interrompu.',
        ],
      },
      altitude: {
        title: 'Régler la hauteur',
        steps: [
          'Glisser le curseur, utiliser les touches de pas, ou saisir des mètres et Valider.',
          'Plus de 5 m au curseur : envoyé seulement par Valider.',
          'Les hauteurs se saisissent en mètres, quelle que soit l’unité affichée.',
        ],
      },
      camera: {
        title: 'Orienter la caméra',
        steps: [
          'Glisser l’image : le point sous le doigt y reste. Un clic centre un point.',
          'Molette ou deux doigts : zoom. La rose des vents donne un azimut.',
          'Les rotations tordent le câble. Détordre avant la limite.',
        ],
      },
      pictures: {
        title: 'Photos et enregistrements',
        steps: [
          'Touche appareil photo : photo téléchargée et gardée sur la station.',
          'Touche d’enregistrement : tous les flux, jusqu’au prochain appui.',
          'Vidéos les contient tous, avec recherche, nom et note.',
        ],
      },
      place: {
        title: 'Où est-ce ?',
        steps: [
          'Appui long ou clic droit sur l’image, ou touche repère dessous et clic : azimut, distance, coordonnées avec incertitude.',
          'Garder la caméra ici la tient dessus quand le Kite bouge. Repère le marque pour tous sur cette station.',
        ],
      },
      control: {
        title: 'Passer la commande',
        steps: [
          'Commande : saisir son nom et prendre la commande, ou la demander.',
          'Une demande apparaît au-dessus de l’image. Passer la main rend la commande.',
          'Une commande perdue n’est jamais reprise d’elle-même.',
        ],
      },
      alarms: {
        title: 'Alarmes',
        steps: [
          'Les messages critiques et fatals sont au-dessus de l’image et s’entendent.',
          'Que faire ouvre la consigne. Couper le son vaut jusqu’à l’alarme suivante.',
          'La station réagit d’elle-même. Observer l’état, ne pas agir contre elle.',
        ],
      },
      linkLost: {
        title: 'Liaison avec la station perdue',
        steps: [
          'Une ligne rouge compte les secondes ; les valeurs deviennent grises.',
          'Atterrir reste actif : l’ordre peut passer. Vérifier réseau et câble.',
          'Le Kite continue selon les règles de la station.',
        ],
      },
      watch: {
        title: 'Montrer au poste de commandement',
        steps: [
          'Commande, Liens de visionnage : créer un lien, transmettre l’adresse ou le code QR.',
          'Révoquer le ferme aussitôt sur tous les écrans.',
        ],
      },
    },
    shortcuts: 'Raccourcis clavier',
    keys: {
      help: { key: '?', does: 'Cette aide' },
      skip: { key: 'Tab', does: 'En haut de la page : aller à la commande de vol' },
      close: { key: 'Échap', does: 'Fermer ce qui est ouvert, abandonner ce qui n’est pas envoyé' },
      hold: { key: 'Espace, Entrée', does: 'Maintenue sur Décoller ou Atterrir : confirmer' },
      aim: { key: '← ↑ → ↓', does: 'Sur l’image : orienter la caméra tant que maintenue' },
      where: { key: 'Menu', does: 'Sur l’image : où est son centre' },
      zoom: { key: '+ −', does: 'Sur l’image : zoom' },
      zoomOut: { key: '0', does: 'Sur l’image : champ le plus large' },
      map: { key: 'M', does: 'Échanger carte et vidéo' },
      layout: { key: 'V', does: 'Une, deux, quatre images' },
      presets: { key: '1 – 9', does: 'Préréglages de la caméra' },
      altitude: { key: '↑ ↓, Entrée', does: 'Sur l’échelle : choisir et envoyer la consigne' },
    },
    tourAgain: 'Revoir la visite guidée',
  },
  tour: {
    title: 'Visite guidée',
    steps: {
      fly: {
        title: 'Vol',
        text: 'La grande touche est le prochain ordre de vol : la maintenir une seconde. Elle et les alarmes ne sont jamais couvertes.',
      },
      look: {
        title: 'Caméra',
        text: 'Glisser l’image pour viser, molette ou deux doigts pour zoomer. Un clic centre un point.',
      },
      help: {
        title: 'Aide',
        text: 'Aide et raccourcis : touche ? ou Aide dans les sections. Unités et taille du texte dans les réglages.',
      },
    },
    place: (step, of) => `${step} sur ${of}`,
    next: 'Suivant',
    done: 'Terminé',
    skip: 'Passer la visite',
  },
};
