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
    const identity = await enrol(await hub.invite(inventory.name), { ...inventory, rev: 0 });
    writeIdentity(folder, identity);
    return identity;
  } catch (fault) {
    const isKnown = [IdentityFault, HubRefusal, HubUnreachable].some((kind) => fault instanceof kind);
    throw isKnown ? new CommandFailure((fault as Error).message, { cause: fault }) : fault;
  }
}
