/** Choices and limits of an upload policy, without schemas: the fields of a page have the same. */
export const POLICY_RECORDINGS = ['none', 'flights', 'all'] as const;

/** Least width of the link that a policy may ask for, kbit/s. */
export const LINK_KBPS_MIN = 64;
export const LINK_KBPS_MAX = 10_000_000;
