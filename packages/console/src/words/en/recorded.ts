export const recorded = {
  title: 'Replay',
  time: 'Time of the recording',
  loop: 'Loop',
  end: 'End of the recording',
  loss: (loss: string) => `Not all of the recording can be played: ${loss}.`,
  noPictures: 'No video in a replay. Single pictures are shown where they were recorded.',
  picture: (stream: string) => `Recorded picture: ${stream}`,
};
