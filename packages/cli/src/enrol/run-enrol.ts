import { existsSync } from 'node:fs';
import { readEnrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import {
  type HubIdentity,
  IdentityFault,
  identityFile,
  readIdentity,
  removeIdentity,
  writeIdentity,
} from '@kitestring/hub-link/identity/credentials-file.ts';
import { EnrolmentFault, enrol } from '@kitestring/hub-link/identity/enrol.ts';
import { HubUnreachableFault } from '@kitestring/hub-link/identity/hub-post.ts';
import { HubCaFault, hubCaIn } from '@kitestring/hub-link/transport/hub-ca.ts';
import { type Arguments, has } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { hasStation, noStation } from '../data-store.ts';
import { settingsOf } from '../settings-flags.ts';
import { VERSION } from '../version.ts';

/** `kitestring enrol`. */
export async function runEnrol(args: Arguments, context: Context): Promise<ExitStatus> {
  const { values } = settingsOf(args, context);
  const folder = values.data_dir;
  const [url, ...rest] = args.words;
  if (rest.length > 0) throw new UsageFault(`enrol takes one address, got ${args.words.length}`);
  if (url !== undefined && has(args, 'leave')) throw new UsageFault('--leave takes no address');
  // An invitation works once: it is not spent on a folder that is only mistyped.
  if (!existsSync(folder)) {
    throw new CommandFault(
      `there is no folder ${folder}: name the data folder of the station with --data-dir, or create it first`,
    );
  }
  try {
    if (url === undefined && !hasStation(folder) && !existsSync(identityFile(folder))) throw noStation(folder);
    if (has(args, 'leave')) return leave(folder, context);
    if (url === undefined) return show(args, context, readIdentity(folder), values['hub.url']);
    const ca = hubCaIn(values['hub.ca_file']);
    const identity = await enrolled(url, folder, { name: values['system.gs_name'], api: values.api_version, ca });
    const status = show(args, context, identity, values['hub.url']);
    if (!hasStation(folder)) {
      context.err.write(`No station has been started in ${folder} yet: start it with this data folder (--data-dir).\n`);
    }
    return status;
  } catch (fault) {
    const isKnown = [IdentityFault, EnrolmentFault, HubUnreachableFault, HubCaFault].some(
      (kind) => fault instanceof kind,
    );
    throw isKnown ? new CommandFault((fault as Error).message) : fault;
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
    if (isInTheClear(url)) {
      throw new UsageFault(
        'stations accept an http:// address on this machine only, because the code could be read on the way: set public_url of the hub to its https:// address, and invite again',
      );
    }
    throw new UsageFault(
      'the enrolment address must be https://HUB/#CODE, as the hub shows it; quote it for the shell',
    );
  }
  const before = readIdentity(folder);
  if (before !== undefined && before.hubUrl !== address.hubUrl) {
    throw new CommandFault(
      `the station is ${before.credentials.sid} at ${before.hubUrl} already; leave that fleet first: kitestring enrol --leave`,
    );
  }
  const inventory = { rev: 0, name, software: VERSION, api, cameras: [] };
  const identity = await enrol(address, inventory, ca, undefined, before);
  writeIdentity(folder, identity);
  return identity;
}

/** As a hub behind a proxy gives it whose settings do not tell that the proxy encrypts. */
function isInTheClear(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return false;
  url.protocol = 'https:';
  return readEnrolmentUrl(url.href) !== undefined;
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
