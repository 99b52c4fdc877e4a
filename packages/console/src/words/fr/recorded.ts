import type { Words } from '../words.ts';

export const recorded: Words['recorded'] = {
  title: 'Relecture',
  time: 'Heure de l’enregistrement',
  loop: 'En boucle',
  end: 'Fin de l’enregistrement',
  loss: (loss) => `L’enregistrement n’est pas entièrement lisible : ${loss}.`,
  noPictures: 'Pas de vidéo en relecture. Les images fixes apparaissent là où elles ont été enregistrées.',
  picture: (stream) => `Image enregistrée : ${stream}`,
};
