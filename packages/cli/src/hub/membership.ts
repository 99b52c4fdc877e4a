import { setTimeout as wait } from 'node:timers/promises';
import type { Inventory } from '@kitestring/hub-contract/inventory.ts';
import {
  type HubIdentity,
  IdentityFault,
  readIdentity,
  writeIdentity,
} from '@kitestring/hub-link/identity/credentials-file.ts';
import { EnrolmentFault, enrol } from '@kitestring/hub-link/identity/enrol.ts';
import { HubUnreachableFault } from '@kitestring/hub-link/identity/hub-post.ts';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { CommandFault } from '../context.ts';
import type { HubAdministrator } from './hub-administrator.ts';

/** A hub allows ten attempts of one address at a time: several fleets on one computer wait for each other. */
const TOO_EARLY_MAX = 60;
/** A busy hub may answer too late, and its line be cut: a fleet of thousands does not end for that. */
const UNANSWERED_MAX = 5;
const RETRY_MS = 1000;

async function isRepeated(fault: unknown, attempt: number): Promise<boolean> {
  const isTooEarly = fault instanceof EnrolmentFault && fault.code === 'TOO_MANY_ATTEMPTS' && attempt < TOO_EARLY_MAX;
  const isUnanswered = fault instanceof HubUnreachableFault && attempt < UNANSWERED_MAX;
  if (isTooEarly || isUnanswered) await wait(RETRY_MS);
  return isTooEarly || isUnanswered;
}

/**
 * The identity of a simulated station at this hub: the one in its folder, else a new one. @throws CommandFault, StoreFault
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
      throw new CommandFault(
        `the stations in this folder are enrolled at ${known.hubUrl}, not at ${hub.hubUrl}: name another --data-dir`,
      );
    }
    dataFolder(folder);
    const identity = await enrol(await hub.invite(inventory.name), { ...inventory, rev: 0 }, hub.ca, isRepeated);
    writeIdentity(folder, identity);
    return identity;
  } catch (fault) {
    const isKnown = [IdentityFault, EnrolmentFault, HubUnreachableFault].some((kind) => fault instanceof kind);
    throw isKnown ? new CommandFault((fault as Error).message, { cause: fault }) : fault;
  }
}
