import type { IncomingMessage } from 'node:http';
import type { VehicleAnswer, VehicleRequest } from '@kitestring/mavlink-vehicle';
import { API_BASE } from '@kitestring/station-contract/operation.ts';
import { type ApiVersion, versionPrefix } from '@kitestring/station-contract/versions.ts';
import type { Auth } from '@kitestring/station-core/auth';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { InProcessClient } from '@kitestring/web/listen';

interface StationClientDeps {
  /** Name of the client, and of its session, in lists of the station. */
  readonly name: string;
  readonly session: string;
  /** Where its id is stored. */
  readonly document: string;
  readonly auth: Pick<Auth, 'addPlugin' | 'removePlugin' | 'requestToken' | 'authenticate'>;
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  readonly api: InProcessClient;
  readonly apiVersion: ApiVersion;
}

const SCOPES = ['read', 'control'] as const;

/** Answers are small, except pictures, which are only counted. */
const JSON_TYPE = /^application\/json/;

/**
 * A client of the station in its own process, which the MAVLink vehicle and the ONVIF device are: with a name, a session, and an entry in the audit log for each order. It lasts
 * until the station stops; its id is stored, so that one left by a kill is removed.
 */
export class StationClient {
  readonly #deps: StationClientDeps;
  #signedIn: Promise<{ readonly id: string; readonly token: string }> | undefined;

  constructor(deps: StationClientDeps) {
    this.#deps = deps;
    const leftOver = deps.documents.get(deps.document);
    if (leftOver !== undefined) deps.auth.removePlugin(leftOver);
  }

  /** Never rejects. */
  async request({ body, method, path }: VehicleRequest): Promise<VehicleAnswer> {
    try {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${await this.#token()}`,
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      return await readAnswer(
        await this.#deps.api.send(
          { method, path: `${API_BASE}${versionPrefix(this.#deps.apiVersion)}/${path}`, headers },
          text,
        ),
      );
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault);
      return { status: 503, refusal: { code: 'UNAVAILABLE', message } };
    }
  }

  /** Removes the client, which ends its session and any control. */
  async stop(): Promise<void> {
    const { auth, document, documents } = this.#deps;
    const signedIn = await this.#signedIn?.catch(() => undefined);
    if (signedIn === undefined) return;
    auth.removePlugin(signedIn.id);
    documents.set(document, undefined);
  }

  async #token(): Promise<string> {
    const known = await this.#signedIn;
    if (known !== undefined && this.#deps.auth.authenticate(known.token).ok) return known.token;
    this.#signedIn = this.#signIn();
    return (await this.#signedIn).token;
  }

  async #signIn() {
    const { auth, document, documents, name, session } = this.#deps;
    const before = documents.get(document);
    if (before !== undefined) auth.removePlugin(before);
    const { key, plugin } = await this.#add();
    documents.set(document, plugin.id);
    const opened = await auth.requestToken({ key, scope: SCOPES.join(' '), name: session, address: session });
    if (!opened.ok) throw new Error(`no token for ${name}: ${opened.refusal.message}`);
    return { id: plugin.id, token: opened.value.access_token };
  }

  /** Names of clients are unique, and another client may have ours. */
  async #add() {
    const { auth, name } = this.#deps;
    for (let number = 1; ; number += 1) {
      const added = await auth.addPlugin({
        name: number === 1 ? name : `${name} ${number}`,
        scopes: SCOPES,
      });
      if (added.ok) return added.value;
      if (number >= 8) throw new Error(`no client for ${name}: ${added.refusal.message}`);
    }
  }
}

async function readAnswer(response: IncomingMessage): Promise<VehicleAnswer> {
  const { headers, statusCode: status = 0 } = response;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return { status };
  const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  if (status < 400) return { status, body };
  const { code = 'UNKNOWN', message = `status ${status}` } = body as { code?: string; message?: string };
  return { status, body, refusal: { code, message } };
}
