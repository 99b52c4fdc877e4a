import type { HubDeps } from '../hub-deps.ts';
import { ApiKeys } from './api-keys.ts';
import { HubAudit } from './audit.ts';
import { Enrolments } from './enrolments.ts';
import { Stations } from './stations.ts';

/** Who may take part: stations, programs and invitations; and the audit log of changes to them. */
export interface Registry {
  readonly stations: Stations;
  readonly keys: ApiKeys;
  readonly enrolments: Enrolments;
  readonly audit: HubAudit;
}

/** Reads stations and API keys into memory. */
export async function openRegistry({ database, nowMs }: Pick<HubDeps, 'database' | 'nowMs'>): Promise<Registry> {
  return {
    stations: await Stations.open(database),
    keys: await ApiKeys.open(database),
    enrolments: new Enrolments(database),
    audit: new HubAudit(database, nowMs),
  };
}
