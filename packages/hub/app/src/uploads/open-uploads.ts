import type { HubDeps } from '../hub-deps.ts';
import type { Objects } from '../objects/objects.ts';
import { UploadPolicies } from './upload-policies.ts';
import { UploadRetention, type UploadRetentionSettings } from './upload-retention.ts';
import { UploadTable } from './upload-table.ts';
import { Uploads } from './uploads.ts';

interface OpenUploadsDeps
  extends Pick<HubDeps, 'audit' | 'beats' | 'budgets' | 'connection' | 'database' | 'persons' | 'presence'>,
    Pick<HubDeps, 'rights' | 'stations' | 'key' | 'isInCharge' | 'clock' | 'nowMs' | 'log'> {
  readonly settings: UploadRetentionSettings;
  readonly objects: Objects;
}

export interface OpenUploads {
  readonly uploadTable: UploadTable;
  readonly uploads: Uploads;
  readonly uploadRetention: UploadRetention;
  readonly policies: UploadPolicies;
}

/** Recordings and flight logs that stations send: by order of a person or by a policy, and for how long they are kept. */
export function openUploads(deps: OpenUploadsDeps, cleanup: AsyncDisposableStack): OpenUploads {
  const { audit, beats, budgets, connection, database, isInCharge, objects, persons, presence } = deps;
  const { clock, key, log, nowMs, rights, settings, stations } = deps;
  const table = new UploadTable(database);
  const uploads = new Uploads({
    audit,
    beats,
    budgets,
    connection,
    database,
    objects,
    persons,
    presence,
    stations,
    table,
    key,
    isInCharge,
    clock,
    nowMs,
    log,
  });
  cleanup.defer(() => uploads.stop());
  const policies = new UploadPolicies({
    audit,
    budgets,
    connection,
    database,
    presence,
    rights,
    stations,
    uploadTable: table,
    key,
    isInCharge,
    clock,
    nowMs,
    log,
    onFollowed: (sid) => uploads.policyChanged(sid),
  });
  cleanup.defer(() => policies.stop());
  const uploadRetention = new UploadRetention({ table, uploads, settings, isInCharge, log });
  return { uploadTable: table, uploads, uploadRetention, policies };
}
