export const incident = {
  title: 'Incident',
  chip: (number: string, title: string) => `Incident ${number}${title === '' ? '' : `: ${title}`}`,
  none: 'None entered. It stands in flight logs and their report.',
  setBy: (name: string, time: string) => `entered by ${name}, ${time}`,
  enter: 'Enter incident',
  change: 'Change',
  end: 'End incident',
  number: 'Number',
  numberMissing: 'Enter the number.',
  what: 'Title',
  submit: 'Save',
};
