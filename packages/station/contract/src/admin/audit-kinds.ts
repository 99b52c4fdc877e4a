/** Subject of an entry. `Viewing` is live video in a browser; `Station` are actions of the station itself and of its command line. */
export const AUDIT_KINDS = [
  'SignIn',
  'Viewing',
  'Administration',
  'Simulator',
  'Control',
  'Deletion',
  'Command',
  'Station',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** `Failed`: the station could not do it, for example because its disk is full. */
export const AUDIT_OUTCOMES = ['Done', 'Refused', 'Failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
