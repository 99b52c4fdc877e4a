/** Settings of a link in tests. Nothing is asked of the address. */
export const LINK_SETTINGS = {
  url: 'http://127.0.0.1:9/',
  journalMaxMib: 16,
  journalKeepDays: 7,
  catchupKbps: 10_000,
  uploadKbps: 100_000,
  uploadSharePercent: 70,
  access: 'control' as const,
};
