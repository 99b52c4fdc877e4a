/** Choices and limits of an upload policy, without schemas, shared with the fields of a page. */
export const POLICY_RECORDINGS = ['none', 'flights', 'all'] as const;

/** Lowest link rate that a policy may require, kbit/s. */
export const LINK_KBPS_MIN = 64;
export const LINK_KBPS_MAX = 10_000_000;
