import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { checkMessage, messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import {
  NO_UPLOADS,
  POLICY_TYPE,
  PolicyOrder,
  PolicyReply,
  type UploadPolicy,
} from '@kitestring/hub-contract/upload-policy.ts';
import type { StationWait } from '@kitestring/hub-contract/upload-wait.ts';
import { savePrivateFile } from '@kitestring/os/private-file.ts';
import { verifiedOrder } from '../commands/verified-order.ts';

interface PolicyKeeperDeps {
  readonly dataDir: string;
  readonly sid: string;
  /** Rate of the link as measured by uploads; undefined before the first measurement. */
  readonly linkKbps: () => number | undefined;
  /** Minutes since midnight on this computer. */
  readonly minuteOfDay?: () => number;
  readonly onChange?: () => void;
  readonly log: Log;
}

/** The upload policy that the hub has set. The newest one applies, also after a restart and without a link. */
export class PolicyKeeper {
  readonly #deps: PolicyKeeperDeps;
  #order: Pick<PolicyOrder, 'rev' | 'policy'>;
  #taken: Promise<Uint8Array | undefined> = Promise.resolve(undefined);

  constructor(deps: PolicyKeeperDeps) {
    this.#deps = deps;
    this.#order = this.#kept() ?? { rev: 0, policy: NO_UPLOADS };
  }

  get policy(): UploadPolicy {
    return this.#order.policy;
  }

  /**
   * Applies an order of the hub, after those before. @returns the applied policy; undefined when the order is invalid
   */
  take(bytes: Uint8Array, keys: readonly HubKey[]): Promise<Uint8Array | undefined> {
    const take = () => this.#take(bytes, keys);
    this.#taken = this.#taken.then(take, take);
    return this.#taken;
  }

  async #take(bytes: Uint8Array, keys: readonly HubKey[]): Promise<Uint8Array | undefined> {
    const { log, onChange, sid } = this.#deps;
    const payload = verifiedOrder(bytes, POLICY_TYPE, keys);
    const read = payload === undefined ? undefined : readMessage(PolicyOrder, payload, LIMITS.commandBytes);
    if (read === undefined || !read.ok || read.value.sid !== sid) {
      log.warn({ reason: read?.ok === false ? read.message : 'signature or station' }, 'an upload policy was rejected');
      return undefined;
    }
    if (read.value.rev > this.#order.rev) {
      // Applied only once it is stored: what the hub is told must be true after a power cut.
      try {
        await savePrivateFile(this.#file, `${JSON.stringify(read.value, null, 2)}\n`);
      } catch (fault) {
        log.warn({ err: fault }, 'the upload policy could not be stored; the previous one applies');
        return messageBytes(PolicyReply, { v: 1, rev: this.#order.rev });
      }
      this.#order = read.value;
      log.info({ ...read.value }, 'the upload policy has changed');
      onChange?.();
    }
    return messageBytes(PolicyReply, { v: 1, rev: this.#order.rev });
  }

  /** Why this kind must not be uploaded automatically now; undefined when it may. */
  closed(kind: UploadKind): StationWait | undefined {
    const { flight_logs: hasLogs, hours, min_link_kbps: leastKbps = 0, recordings } = this.policy;
    const isWanted = kind === 'flight_log' ? hasLogs : recordings !== 'none';
    if (!isWanted) return { for: 'policy' };
    if (hours !== undefined && !isWithin(hours, (this.#deps.minuteOfDay ?? minuteNow)()))
      return { for: 'hours', hours };
    const kbps = this.#deps.linkKbps() ?? leastKbps;
    if (kbps >= leastKbps) return undefined;
    return { for: 'link', least_kbps: leastKbps, link_kbps: Math.round(kbps) };
  }

  get #file(): string {
    return join(this.#deps.dataDir, 'hub-policy.json');
  }

  /** A damaged file, or that of another membership, is ignored: the hub sends its policy again. */
  #kept(): PolicyOrder | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      const read = checkMessage(PolicyOrder, JSON.parse(readFileSync(this.#file, 'utf8')));
      return read.ok && read.value.sid === this.#deps.sid ? read.value : undefined;
    } catch (fault) {
      this.#deps.log.warn({ err: fault }, 'the upload policy cannot be read; the hub sends it again');
      return undefined;
    }
  }
}

const minuteOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

function minuteNow(): number {
  const now = new Date();
  return now.getHours() * 60 + now.getMinutes();
}

/** An end before the beginning is on the next day; equal times mean the whole day. */
function isWithin({ from, to }: NonNullable<UploadPolicy['hours']>, minute: number): boolean {
  const [first, end] = [minuteOfDay(from), minuteOfDay(to)];
  return first < end ? minute >= first && minute < end : minute >= first || minute < end;
}
