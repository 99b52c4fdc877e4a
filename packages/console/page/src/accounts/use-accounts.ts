import type { Account } from '@kitestring/station-contract/station/account.ts';
import { createContext, useContext } from 'react';
import { useReading } from '../station/use-reading.ts';

const READ_EVERY_MS = 5000;

/** All accounts, with a function to read them again after a change. */
export function useAccountReadings() {
  const { again, trouble, value } = useReading((client) => client.station.listAccounts(), { everyMs: READ_EVERY_MS });
  return { accounts: value?.accounts as readonly Account[] | undefined, trouble, again };
}

/** Reads them again. */
export const AccountsContext = createContext<() => Promise<void>>(async () => {});

export const useReadAgain = (): (() => Promise<void>) => useContext(AccountsContext);
