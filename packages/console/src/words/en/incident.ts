export const incident = {
  title: 'Incident',
  none: 'No incident entered. It is written into flight logs and reports.',
  setBy: (name: string, time: string) => `entered by ${name}, ${time}`,
  enter: 'Enter incident',
  change: 'Change',
  end: 'End incident',
  number: 'Number',
  numberMissing: 'Enter the number.',
  what: 'Title',
  submit: 'Save',
};
