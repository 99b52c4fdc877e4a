import { type CliCommand, JSON_FLAG } from '../command.ts';

export const dataset: CliCommand = {
  name: 'dataset',
  summary: 'write labelled pictures to train and test detectors',
  details: [
    'Pictures of the simulated camera, colour and thermal, with the people, vehicles, fire and smoke in them as COCO',
    'labels. The Kite flies a scenario as fast as the machine computes it; no station runs. Equal flags give equal files.',
  ],
  words: [],
  flags: {
    out: { value: 'DIR', description: 'Folder for the pictures and labels: a new or an empty one. Required.' },
    scenario: { value: 'FILE', description: 'Scenario to fly. Default: at 30 m, looking around.' },
    frames: { value: 'N', description: 'Pictures of each kind, at most 100000. Default: 100.' },
    interval: { value: 'N', description: 'Seconds of station time between two pictures, 0.1 to 3600. Default: 1.' },
    pictures: { value: 'KINDS', description: 'color, thermal, or both, separated by a comma. Default: both.' },
    width: { value: 'N', description: 'Largest width of a picture, pixels, 64 to 1920. Default: that of the sensor.' },
    zoom: {
      value: 'N',
      description: 'Zoom of the colour pictures, 1 to 32; several, separated by commas, take turns. Default: 1.',
    },
    seed: { value: 'N', description: 'Seed of town and flight. Default: that of the scenario.' },
    ...JSON_FLAG,
  },
  examples: [
    'kitestring dataset --out pictures',
    'kitestring dataset --out test --seed 7 --frames 500 --zoom 1,4,12 --width 960',
    'kitestring dataset --out gust --scenario scenarios/gust.yaml --pictures thermal',
  ],
  run: async (args, context) => (await import('../dataset/run-dataset.ts')).runDataset(args, context),
};
