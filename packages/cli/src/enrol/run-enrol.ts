import { existsSync } from 'node:fs';
import { readEnrolmentUrl } from '@kitestring/hubcontract/enrolment-url.ts';
import {
  type HubIdentity,
  IdentityFault,
  readIdentity,
  removeIdentity,
  writeIdentity,
} from '@kitestring/link/identity/credentials-file.ts';
import { enrol, HubRefusal } from '@kitestring/link/identity/enrol.ts';
import { HubUnreachable } from '@kitestring/link/identity/hub-post.ts';
import { HubCaFault, hubCaIn } from '@kitestring/link/transport/hub-ca.ts';
import { type Arguments, has } from '../command.ts';
import { CommandFailure, type Context, type ExitStatus, UsageError } from '../context.ts';
import { settingsOf } from '../settings-flags.ts';
import { VERSION } from '../version.ts';

/** `kitestring enrol`. */
export async function runEnrol(args: Arguments, context: Context): Promise<ExitStatus> {
  const { values } = settingsOf(args, context);
  const folder = values.data_dir;
  const [url, ...rest] = args.words;
  if (rest.length > 0) throw new UsageError(`enrol takes one address, got ${args.words.length}`);
  if (url !== undefined && has(args, 'leave')) throw new UsageError('--leave takes no address');
  if (!existsSync(folder)) {
    throw new CommandFailure(
      `no station has been started in ${folder} yet; start one, or name its folder with --data-dir`,
    );
  }
  try {
    if (has(args, 'leave')) return leave(folder, context);
    if (url === undefined) return show(args, context, readIdentity(folder), values['hub.url']);
    const ca = hubCaIn(values['hub.ca_file']);
    const identity = await enrolled(url, folder, { name: values['system.gs_name'], api: values.api_version, ca });
    return show(args, context, identity, values['hub.url']);
  } catch (fault) {
    const isKnown = [IdentityFault, HubRefusal, HubUnreachable, HubCaFault].some((kind) => fault instanceof kind);
    throw isKnown ? new CommandFailure((fault as Error).message) : fault;
  }
}

async function enrolled(
  url: string,
  folder: string,
  { api, ca, name }: { readonly api: string; readonly name: string; readonly ca: string | undefined },
) {
  const address = readEnrolmentUrl(url);
  // The code is a secret: it is not repeated.
  if (address === undefined) {
    throw new UsageError(
      'the enrolment address must be https://HUB/#CODE, as the hub shows it; quote it for the shell',
    );
  }
  const before = readIdentity(folder);
  if (before !== undefined && before.hubUrl !== address.hubUrl) {
    throw new CommandFailure(
      `the station is ${before.credentials.sid} at ${before.hubUrl} already; leave that fleet first: kitestring enrol --leave`,
    );
  }
  const inventory = { rev: 0, name, software: VERSION, api, cameras: [] };
  const identity = await enrol(address, inventory, ca, undefined, before);
  writeIdentity(folder, identity);
  return identity;
}

function leave(folder: string, { out }: Context): ExitStatus {
  const isLeft = removeIdentity(folder);
  out.write(
    isLeft
      ? 'The station has left the fleet. A running one keeps its connection until it is restarted; revoke it at the hub, too.\n'
      : 'The station belongs to no fleet.\n',
  );
  return 0;
}

function show(args: Arguments, { out }: Context, identity: HubIdentity | undefined, setting: string | undefined) {
  if (has(args, 'json')) {
    const { expires, servers, sid } = identity?.credentials ?? {};
    out.write(`${JSON.stringify({ sid, hub_url: identity?.hubUrl, expires, servers, setting })}\n`);
  } else if (identity === undefined) out.write('The station belongs to no fleet.\n');
  else {
    const { expires, sid } = identity.credentials;
    const until = new Date(expires).toISOString().slice(0, 10);
    out.write(`The station is ${sid} at ${identity.hubUrl}; its credentials are renewed before ${until}.\n`);
    if (setting !== identity.hubUrl) {
      out.write(`To connect, set in kitestring.yaml:\n  hub:\n    url: ${identity.hubUrl}\n`);
    }
  }
  return 0 as const;
}
