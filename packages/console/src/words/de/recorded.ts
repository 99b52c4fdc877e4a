import type { Words } from '../words.ts';

export const recorded: Words['recorded'] = {
  title: 'Wiedergabe',
  time: 'Zeit der Aufzeichnung',
  loop: 'Wiederholen',
  end: 'Ende der Aufzeichnung',
  loss: (loss) => `Die Aufzeichnung ist nicht vollständig lesbar: ${loss}.`,
  noPictures: 'Kein Video in einer Wiedergabe. Einzelbilder erscheinen, wo sie aufgezeichnet wurden.',
  picture: (stream) => `Aufgezeichnetes Bild: ${stream}`,
};
