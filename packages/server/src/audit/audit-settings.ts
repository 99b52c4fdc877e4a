/** How long the audit log remembers. */
export interface AuditSettings {
  readonly keepDays: number;
  /** Entries of each kind: many commands push out no sign-in. */
  readonly maxEntriesPerKind: number;
}

export const DEFAULT_AUDIT_SETTINGS: AuditSettings = { keepDays: 365, maxEntriesPerKind: 100_000 };
