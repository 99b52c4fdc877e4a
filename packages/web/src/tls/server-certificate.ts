import { readFileSync } from 'node:fs';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { TlsPair } from '../listen/http-servers.ts';
import { keptCertificate, RENEW_BEFORE_MS } from './kept-certificate.ts';
import { type TlsCertificate, TlsFault, tlsCertificate } from './tls-certificate.ts';

/** Interval of the check for renewal of a self-signed certificate, seconds: short, because the system clock may be set. */
const RENEW_CHECK_S = 60;

/**
 * Poll interval of the files, seconds. Polling beats watching here: files are replaced by renames, links and mounts
 * (certbot, Kubernetes), which watchers miss, and two small files every 5 s cost nothing.
 */
const LOOK_EVERY_S = 5;

/** Where it is told, or no longer told, that a certificate is about to expire. */
interface ExpiryWarnings {
  set(name: 'CERTIFICATE_EXPIRES', isActive: boolean, parameters: { readonly expires: string }): void;
}

interface ServerCertificateDeps {
  /** Key and certificate files; absent: a self-signed one is generated and stored. */
  readonly files: { readonly keyFile: string; readonly certFile: string } | undefined;
  readonly dataDir: string;
  /** Names in a self-signed certificate. */
  readonly names: readonly string[];
  readonly realTimeClock: Clock;
  /** Milliseconds since 1970, by the system clock: clients judge a certificate by theirs, and it may be set at any time. */
  readonly systemTimeMs: () => number;
  readonly log: Log;
}

/** The station's certificate: from files, reloaded when they change, or self-signed, renewed in time. */
export class ServerCertificate {
  readonly #deps: ServerCertificateDeps;
  #current: TlsCertificate;
  #troubleSaid = '';

  private constructor(deps: ServerCertificateDeps, current: TlsCertificate) {
    this.#deps = deps;
    this.#current = current;
  }

  /** @throws TlsFault */
  static async open(deps: ServerCertificateDeps): Promise<ServerCertificate> {
    return new ServerCertificate(deps, await load(deps));
  }

  get current(): TlsCertificate {
    return this.#current;
  }

  /** Watches for changes until cancelled. @param renew called with each new pair */
  watch(renew: (pair: TlsPair) => void, warnings: ExpiryWarnings): Cancel {
    this.#warn(warnings);
    const periodS = this.#deps.files === undefined ? RENEW_CHECK_S : LOOK_EVERY_S;
    let isWatching = true;
    const cancel = every(this.#deps.realTimeClock, periodS * US_PER_S, () => {
      void this.#look(renew).then(() => {
        if (isWatching) this.#warn(warnings);
      });
    });
    return () => {
      isWatching = false;
      cancel();
    };
  }

  async #look(renew: (pair: TlsPair) => void): Promise<void> {
    const { log } = this.#deps;
    try {
      const found = await load(this.#deps, this.#current);
      this.#troubleSaid = '';
      if (found.pair.cert === this.#current.pair.cert) return;
      this.#current = found;
      renew(found.pair);
      log.info({ pin: found.pin, validUntil: new Date(found.validUntilMs).toISOString() }, 'TLS certificate renewed');
    } catch (error) {
      this.#sayOnce(error);
    }
  }

  /** Two files are never replaced at the same instant, so a mismatched pair is waited for, not used. */
  #sayOnce(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.#troubleSaid) return;
    this.#troubleSaid = message;
    this.#deps.log.warn({ err: error }, 'the new TLS certificate cannot be used; the current one stays in use');
  }

  #warn(warnings: ExpiryWarnings): void {
    const { validUntilMs } = this.#current;
    const isEnding = validUntilMs - this.#deps.systemTimeMs() < RENEW_BEFORE_MS;
    warnings.set('CERTIFICATE_EXPIRES', isEnding, { expires: formatTimestamp(validUntilMs * 1000) });
  }
}

/** @param current returned when nothing has changed */
async function load(deps: ServerCertificateDeps, current?: TlsCertificate): Promise<TlsCertificate> {
  const { files, dataDir, names, systemTimeMs } = deps;
  if (files === undefined) return keptCertificate({ dataDir, names, nowMs: systemTimeMs() });
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
