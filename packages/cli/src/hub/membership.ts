import { setTimeout as wait } from 'node:timers/promises';
import type { Inventory } from '@kitestring/hubcontract/inventory.ts';
import {
  type HubIdentity,
  IdentityFault,
  readIdentity,
  writeIdentity,
} from '@kitestring/link/identity/credentials-file.ts';
import { enrol, HubRefusal } from '@kitestring/link/identity/enrol.ts';
import { HubUnreachable } from '@kitestring/link/identity/hub-post.ts';
import { dataFolder } from '@kitestring/store/data-folder.ts';
import { CommandFailure } from '../context.ts';
import type { HubAdministrator } from './hub-administrator.ts';

const ATTEMPTS_MAX = 60;
const RETRY_MS = 1000;

/** A hub allows ten attempts of one address at a time: several fleets on one computer wait for each other. */
async function enrolled(...invitation: Parameters<typeof enrol>): Promise<HubIdentity> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await enrol(...invitation);
    } catch (fault) {
      const isTooEarly = fault instanceof HubRefusal && fault.code === 'TOO_MANY_ATTEMPTS';
      if (!isTooEarly || attempt === ATTEMPTS_MAX) throw fault;
      await wait(RETRY_MS);
    }
  }
}

/**
 * The identity of a simulated station at this hub: the one in its folder, else a new one. @throws CommandFailure, StoreFault
 */
export async function membership(
  folder: string,
  hub: HubAdministrator,
  inventory: Omit<Inventory, 'rev'>,
): Promise<HubIdentity> {
  try {
    const known = readIdentity(folder);
    if (known !== undefined && known.hubUrl === hub.hubUrl) return known;
    if (known !== undefined) {
      throw new CommandFailure(
        `the stations in this folder are enrolled at ${known.hubUrl}, not at ${hub.hubUrl}: name another --data-dir`,
      );
    }
    dataFolder(folder);
    const identity = await enrolled(await hub.invite(inventory.name), { ...inventory, rev: 0 }, hub.ca);
    writeIdentity(folder, identity);
    return identity;
  } catch (fault) {
    const isKnown = [IdentityFault, HubRefusal, HubUnreachable].some((kind) => fault instanceof kind);
    throw isKnown ? new CommandFailure((fault as Error).message, { cause: fault }) : fault;
  }
}
