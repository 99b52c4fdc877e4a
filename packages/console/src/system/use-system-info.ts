import { useReading } from '../station/use-reading.ts';

/** Names and boards change when something is plugged in, not by themselves. */
const ASK_EVERY_MS = 30_000;

export const useSystemInfo = () => useReading((client) => client.system.getSystemInfo(), { everyMs: ASK_EVERY_MS });
