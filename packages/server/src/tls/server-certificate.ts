import { readFileSync } from 'node:fs';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '../http/log.ts';
import type { TlsPair } from '../listen/http-servers.ts';
import { keptCertificate, RENEW_BEFORE_MS } from './kept-certificate.ts';
import { type TlsCertificate, TlsFault, tlsCertificate } from './tls-certificate.ts';

/** How often an own certificate is asked whether it is time to renew it, seconds. */
const RENEW_CHECK_S = 3600;

/**
 * How often files are looked at, seconds. Reading beats watching here: files are replaced by renames, links and
 * mounts (certbot, Kubernetes), which watchers miss, and two small files every 5 s cost nothing.
 */
const LOOK_EVERY_S = 5;

export interface CertificateFiles {
  readonly keyFile: string;
  readonly certFile: string;
}

export interface ServerCertificateParts {
  /** Own key and certificate; a self-signed one is made and kept when absent. */
  readonly files: CertificateFiles | undefined;
  readonly dataDir: string;
  /** What a self-signed certificate has to name. */
  readonly names: readonly string[];
  readonly wall: Clock;
  readonly log: Log;
}

/** The certificate of the station: from files, read again when they change, or its own, renewed in time. */
export class ServerCertificate {
  readonly #parts: ServerCertificateParts;
  #current: TlsCertificate;
  #troubleSaid = '';

  private constructor(parts: ServerCertificateParts, current: TlsCertificate) {
    this.#parts = parts;
    this.#current = current;
  }

  /** @throws TlsFault */
  static async open(parts: ServerCertificateParts): Promise<ServerCertificate> {
    return new ServerCertificate(parts, await load(parts));
  }

  get current(): TlsCertificate {
    return this.#current;
  }

  /** Follows changes from now on, until cancelled. @param renew told of each new pair */
  watch(renew: (pair: TlsPair) => void, notifications: Pick<Notifications, 'set'>): Cancel {
    this.#warn(notifications);
    const periodS = this.#parts.files === undefined ? RENEW_CHECK_S : LOOK_EVERY_S;
    let isWatching = true;
    const cancel = every(this.#parts.wall, periodS * US_PER_S, () => {
      void this.#look(renew).then(() => {
        if (isWatching) this.#warn(notifications);
      });
    });
    return () => {
      isWatching = false;
      cancel();
    };
  }

  async #look(renew: (pair: TlsPair) => void): Promise<void> {
    const { log } = this.#parts;
    try {
      const found = await load(this.#parts, this.#current);
      this.#troubleSaid = '';
      if (found.pair.cert === this.#current.pair.cert) return;
      this.#current = found;
      renew(found.pair);
      log.info({ pin: found.pin, validUntil: new Date(found.validUntilMs).toISOString() }, 'TLS certificate renewed');
    } catch (error) {
      this.#sayOnce(error);
    }
  }

  /** Two files cannot be replaced at the same instant, so a pair that does not match is waited for, not acted on. */
  #sayOnce(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.#troubleSaid) return;
    this.#troubleSaid = message;
    this.#parts.log.warn({ err: error }, 'the TLS certificate in use stays, the new one cannot be used');
  }

  #warn(notifications: Pick<Notifications, 'set'>): void {
    const { validUntilMs } = this.#current;
    const isEnding = validUntilMs - this.#parts.wall.nowUs() / 1000 < RENEW_BEFORE_MS;
    notifications.set('CERTIFICATE_EXPIRES', isEnding, { expires: formatTimestamp(validUntilMs * 1000) });
  }
}

/** @param current given back when nothing has changed */
async function load(parts: ServerCertificateParts, current?: TlsCertificate): Promise<TlsCertificate> {
  const { files, dataDir, names, wall } = parts;
  if (files === undefined) return keptCertificate({ dataDir, names, nowMs: wall.nowUs() / 1000 });
  const pair = { key: readText(files.keyFile), cert: readText(files.certFile) };
  if (current !== undefined && pair.key === current.pair.key && pair.cert === current.pair.cert) return current;
  return tlsCertificate(pair, { key: files.keyFile, cert: files.certFile });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TlsFault('TLS_FILE_UNREADABLE', `${file} cannot be read: ${reason}`, cause);
  }
}
