export const kit = {
  unknown: 'unknown',
  close: 'Close',
  cancel: 'Cancel',
  holdToConfirm: 'Hold to confirm',
  pressAgain: 'Press again to confirm',
};
