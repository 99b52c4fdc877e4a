/** What an entry is about. `Viewing` is live video in a browser; `Station` is what the station and its command line do by themselves. */
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
