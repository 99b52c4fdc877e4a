import type { Words } from '../words.ts';

export const recorded: Words['recorded'] = {
  title: 'Riproduzione',
  time: 'Ora della registrazione',
  loop: 'Ripeti',
  end: 'Fine della registrazione',
  loss: (loss) => `La registrazione non è leggibile per intero: ${loss}.`,
  noPictures: 'Nessun video in una riproduzione. Le singole immagini appaiono dove sono state registrate.',
  picture: (stream) => `Immagine registrata: ${stream}`,
};
