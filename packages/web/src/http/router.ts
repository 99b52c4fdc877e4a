import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { PathParams } from './exchange.ts';

/** Longest path parameter; longer ones match nothing. */
const PARAMETER_MAX_LENGTH = 200;

const MALFORMED = refusal('MALFORMED_HTTP.badPath');
const TOO_LONG = refusal('NOT_FOUND.tooLong');

/** Match of a request. */
interface Found<Target> {
  readonly target: Target;
  readonly params: PathParams;
}

interface Template<Target> {
  readonly method: string;
  readonly target: Target;
  /** Path segments; `:name` matches any non-empty segment. */
  readonly parts: readonly string[];
  /** Order between two matches: the one whose first parameter comes later wins. */
  readonly rank: string;
  /** Only the last segment before a fixed suffix is a parameter: like a concrete path it has its own methods only. */
  readonly isConcrete: boolean;
}

/** `/stations/:sid/flight/state`, but not `/films/:film`, nor `/:list/:item/start`, which stands for several. */
const CONCRETE = /^[^:]*\/:[^/]+\/[^:]+$/;

/** Targets by method and path. A path without parameters has priority over a parameterised one, as OpenAPI requires, and has its own methods only. */
export class Router<Target> {
  /** Paths without parameters, by method. */
  readonly #concrete = new Map<string, Map<string, Found<Target>>>();
  readonly #templates: Template<Target>[] = [];

  add(method: string, path: string, target: Target): void {
    if (path.includes('/:')) {
      this.#addTemplate(method, path, target, CONCRETE.test(path));
      return;
    }
    const methods = this.#concrete.get(path) ?? new Map<string, Found<Target>>();
    this.#concrete.set(path, methods.set(method, { target, params: {} }));
  }

  /** Adds one concrete path of a parameterised one: its other methods keep their target. */
  addVariant(method: string, path: string, target: Target): void {
    this.#addTemplate(method, path, target, false);
  }

  #addTemplate(method: string, path: string, target: Target, isConcrete: boolean): void {
    const parts = path.split('/');
    const rank = parts.map((part) => (part.startsWith(':') ? '1' : '0')).join('');
    this.#templates.push({ method, parts, rank, target, isConcrete });
    this.#templates.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
  }

  /**
   * HEAD is routed like GET. @returns undefined where the path does not have the method, a refusal for an invalid path
   */
  find(method: string, path: string): Found<Target> | Refusal | undefined {
    const asked = method === 'HEAD' ? 'GET' : method;
    const decoded = decode(path);
    if (decoded === undefined) return MALFORMED;
    const methods = this.#concrete.get(decoded);
    return methods === undefined ? this.#findTemplate(asked, path) : methods.get(asked);
  }

  /** Methods of a path, including HEAD; empty for an unknown path. */
  methods(path: string): string[] {
    const decoded = decode(path);
    if (decoded === undefined) return [];
    return withHead(this.#concrete.get(decoded)?.keys() ?? this.#templateMethods(decodeParts(path)));
  }

  #findTemplate(method: string, path: string): Found<Target> | Refusal | undefined {
    const parts = decodeParts(path);
    const found = this.#best(method, parts);
    if (found === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [index, name] of found.parts.entries()) {
      const value = parts[index] ?? '';
      if (!name.startsWith(':')) continue;
      if (value.length > PARAMETER_MAX_LENGTH) return TOO_LONG;
      params[name.slice(1)] = value;
    }
    return { target: found.target, params };
  }

  /** A loop that ends early: runs for every request. */
  #best(method: string, parts: readonly string[]): Template<Target> | undefined {
    let concreteRank: string | undefined;
    for (const known of this.#templates) {
      if (concreteRank !== undefined && known.rank !== concreteRank) return undefined;
      if (!matches(known.parts, parts)) continue;
      if (known.method === method) return known;
      if (known.isConcrete) concreteRank = known.rank;
    }
    return undefined;
  }

  #templateMethods(parts: readonly string[]): string[] {
    const found = this.#templates.filter((known) => matches(known.parts, parts));
    const concrete = found.findIndex(({ isConcrete }) => isConcrete);
    const { rank } = found[concrete] ?? {};
    return found
      .filter((known, index) => index < concrete || rank === undefined || known.rank === rank)
      .map(({ method }) => method);
  }
}

const withHead = (methods: Iterable<string>): string[] => [
  ...new Set([...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
];

/** Decoded segments; an encoded slash does not separate. */
const decodeParts = (path: string): string[] => path.split('/').map((part) => decodeURIComponent(part));

/** Decoded path; an encoded slash stays encoded. Undefined for invalid encoding. */
function decode(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/** Path and query of a request target, without a fragment. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const end = target.search(/[?#]/);
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) };
}

/** Path of an operation below the server's root, with `:name` parameters. */
export const routePath = (operation: Operation): string => fullPath(operation).replaceAll(/\{(\w+)\}/g, ':$1');

function matches(known: readonly string[], parts: readonly string[]): boolean {
  if (known.length !== parts.length) return false;
  return known.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));
}
