export const permission = {
  replay: 'Replay: commands are not possible.',
  viewOnly: 'View-only access.',
  cameraOnly: 'Camera operator: no flight commands.',
  stale: 'Data is stale.',
  otherInControl: (name: string) => `${name} is in control.`,
  noCamera: 'No camera detected.',
  cameraOff: 'Camera offline.',
};
