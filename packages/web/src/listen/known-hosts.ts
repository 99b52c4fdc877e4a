import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';

/** Number of cached `Host` values, so that a request costs one look-up. */
const REMEMBERED_MAX = 1000;

interface KnownHostsDeps {
  /** Names of the station; `*` allows any. */
  readonly names: readonly string[];
  /** The certificate in use, PEM: its names are allowed, too. */
  readonly certificate: () => string;
  readonly proxies: TrustedProxies;
}

/**
 * Whether a request names this station as its host. In DNS rebinding the attacker's page sends its own host name: so
 * addresses are allowed, names that no public DNS can contain, and the configured names.
 */
export class KnownHosts {
  readonly #deps: KnownHostsDeps;
  readonly #names: ReadonlySet<string>;
  #accepted = new Set<string>();
  #certificate: { readonly pem: string; readonly parsed: X509Certificate } | undefined;

  constructor(deps: KnownHostsDeps) {
    this.#deps = deps;
    this.#names = new Set(deps.names.map((name) => name.toLowerCase()));
  }

  has(request: IncomingMessage): boolean {
    const { host } = request.headers;
    if (host === undefined || this.#accepted.has(host)) return true;
    if (!this.#isOurs(host) && !this.#deps.proxies.trusts(request.socket.remoteAddress)) return false;
    if (this.#accepted.size >= REMEMBERED_MAX) this.#accepted = new Set();
    // A host named by a trusted proxy is not cached: it says nothing about direct requests.
    if (this.#isOurs(host)) this.#accepted.add(host);
    return true;
  }

  #isOurs(host: string): boolean {
    const name = host
      .toLowerCase()
      .replace(/:\d*$/, '')
      .replace(/^\[(.*)\]$/, '$1')
      .replace(/\.$/, '');
    const isPrivate = !name.includes('.') || /\.(local|localhost)$/.test(name);
    return isPrivate || isIP(name) !== 0 || this.#names.has(name) || this.#names.has('*') || this.#isCertified(name);
  }

  #isCertified(name: string): boolean {
    const pem = this.#deps.certificate();
    if (this.#certificate?.pem !== pem) this.#certificate = { pem, parsed: new X509Certificate(pem) };
    return this.#certificate.parsed.checkHost(name) !== undefined;
  }
}
