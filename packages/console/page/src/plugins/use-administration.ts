import { createContext, useContext } from 'react';
import { useReading } from '../station/use-reading.ts';

const PLUGINS_EVERY_MS = 3000;
const SESSIONS_EVERY_MS = 5000;

/** Plugins, sessions and refused requests, with a function to read them again after a command. */
export function useAdministrationReadings() {
  const plugins = useReading((client) => client.admin.listPlugins(), { everyMs: PLUGINS_EVERY_MS });
  const refused = useReading((client) => client.admin.listRefusedRequests(), { everyMs: PLUGINS_EVERY_MS });
  const sessions = useReading((client) => client.admin.listSessions(), { everyMs: SESSIONS_EVERY_MS });
  return {
    plugins: plugins.value?.plugins,
    requests: refused.value?.requests ?? [],
    sessions: sessions.value?.sessions,
    trouble: plugins.trouble ?? sessions.trouble ?? refused.trouble,
    again: async () => {
      await Promise.all([plugins.again(), refused.again(), sessions.again()]);
    },
  };
}

type Administration = ReturnType<typeof useAdministrationReadings>;

export const AdministrationContext = createContext<Administration | undefined>(undefined);

export function useAdministration(): Administration {
  const value = useContext(AdministrationContext);
  if (value === undefined) throw new Error('useAdministration is used outside of the drawer of plugins');
  return value;
}
