import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nodePlatform } from '@kitestring/client/node.ts';
import { type EnrolmentUrl, readEnrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import { HubCaFault, hubCaIn } from '@kitestring/hub-link/transport/hub-ca.ts';
import { defaultHubFolder, firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { HUB_KEY_VARIABLE } from '@kitestring/settings/hub/hub-settings.ts';
import { isHubUrl } from '@kitestring/station-contract/hub-url.ts';
import { type Arguments, textOf } from '../command.ts';
import { CommandFault, type Context, UsageFault } from '../context.ts';
import { textFile } from '../station-link.ts';

const RETRY_MAX = 60;
/** Invitations that a hub makes by one request. */
const AT_ONCE_MAX = 100;

interface Wanted {
  readonly note: string;
  readonly resolve: (invitation: EnrolmentUrl) => void;
  readonly reject: (fault: unknown) => void;
}

interface Invited {
  readonly enrolments?: readonly { readonly url: string }[];
  readonly message?: string;
}

/** Invites stations in the name of an administrator of the hub. */
export class HubAdministrator {
  readonly hubUrl: string;
  /** Certificates of the hub's authority, PEM; undefined: a public one. */
  readonly ca: string | undefined;
  /** File of them. */
  readonly caFile: string | undefined;
  readonly #key: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #wanted: Wanted[] = [];
  #isAsking = false;

  /** @param settingsCaFile of the setting `hub.ca_file`, which `--hub-ca` replaces @throws UsageFault, CommandFault */
  constructor(args: Arguments, context: Context, settingsCaFile?: string) {
    this.hubUrl = hubUrl(args);
    this.#key = key(args, context);
    const flag = textOf(args, 'hub-ca');
    this.caFile = flag === undefined ? settingsCaFile : path.resolve(context.folder, flag);
    this.ca = caFile(this.caFile, flag === undefined ? undefined : '--hub-ca');
    // Over http://, which is allowed on this machine only, the authority is that of the broker.
    const isEncrypted = this.hubUrl.startsWith('https:');
    this.#fetch = nodePlatform(isEncrypted && this.ca !== undefined ? { ca: this.ca } : {}).fetch;
  }

  /** An invitation for one station; waits where the hub limits the rate, or its database is away for a minute. @throws CommandFault */
  invite(note: string): Promise<EnrolmentUrl> {
    const { promise, reject, resolve } = Promise.withResolvers<EnrolmentUrl>();
    this.#wanted.push({ note, resolve, reject });
    void this.#askForWanted();
    return promise;
  }

  /** One request at a time, each for all that have been wanted meanwhile: the hub limits the number of requests. */
  async #askForWanted(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#wanted.length > 0) {
      const wanted = this.#wanted.splice(0, AT_ONCE_MAX);
      try {
        const invitations = await this.#invitations(wanted.map(({ note }) => note));
        for (const [index, { resolve }] of wanted.entries()) resolve(invitations[index] as EnrolmentUrl);
      } catch (fault) {
        for (const { reject } of wanted) reject(fault);
      }
    }
    this.#isAsking = false;
  }

  async #invitations(notes: readonly string[]): Promise<readonly EnrolmentUrl[]> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#post('fleet/v1/enrolments/batch', { notes });
      if ([429, 503].includes(response.status) && attempt < RETRY_MAX) {
        await wait(1000 * Number(response.headers.get('retry-after') ?? 1));
        continue;
      }
      const body = (await response.json()) as Invited;
      const made = (body.enrolments ?? []).flatMap(({ url }) => readEnrolmentUrl(url) ?? []);
      if (response.status === 201 && made.length === notes.length) {
        return made.map((invitation) => ({ ...invitation, hubUrl: this.hubUrl }));
      }
      throw new CommandFault(`${this.hubUrl} makes no invitation: ${body.message ?? `status ${response.status}`}`);
    }
  }

  async #post(path: string, body: object): Promise<Response> {
    try {
      return await this.#fetch(this.hubUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandFault(`the hub at ${this.hubUrl} does not answer: ${reason}`, { cause });
    }
  }
}

function hubUrl(args: Arguments): string {
  const text = textOf(args, 'hub');
  if (text === undefined) throw new UsageFault('--hub is missing: the address of the hub');
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (url !== null && url.hash === '' && isHubUrl(url)) return url.href;
  throw new UsageFault(`--hub: got "${text}", allowed: an https:// address; http:// on this machine only`);
}

function caFile(file: string | undefined, name: string | undefined): string | undefined {
  try {
    return hubCaIn(file, name);
  } catch (fault) {
    throw fault instanceof HubCaFault ? new UsageFault(fault.message, { cause: fault }) : fault;
  }
}

function key(args: Arguments, { environment }: Context): string {
  const file = textOf(args, 'hub-key-file');
  if (file !== undefined) return textFile('--hub-key-file', file).trim();
  const given = environment[HUB_KEY_VARIABLE];
  if (given !== undefined && given !== '') return given;
  try {
    return readFileSync(firstKeyFile(defaultHubFolder()), 'utf8').trim();
  } catch (cause) {
    throw new UsageFault('an API key of the hub is needed: give --hub-key-file, or set KITESTRING_HUB_KEY', { cause });
  }
}
