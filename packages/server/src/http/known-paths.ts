import { fullPathOf, type Operation } from '@kitestring/contract/operation.ts';

/**
 * Paths by their methods, for requests that found no route: was the path wrong, or only the method? A path without
 * parameters goes before every one with parameters that it matches, as OpenAPI says.
 */
export class KnownPaths {
  /** Methods of paths without parameters. */
  readonly #concrete = new Map<string, Set<string>>();
  readonly #templates: { readonly parts: readonly string[]; readonly method: string }[] = [];

  add(method: string, path: string): void {
    if (path.includes('/:')) {
      this.#templates.push({ method, parts: path.split('/') });
      return;
    }
    const methods = this.#concrete.get(path) ?? new Set();
    this.#concrete.set(path, methods.add(method));
  }

  /** Methods that the path of this URL has, HEAD among them; none when there is no such path. */
  methodsOf(url: string): string[] {
    const path = pathOf(url);
    return withHead(this.#concrete.get(path) ?? this.#templateMethods(path));
  }

  /** Methods that a path with parameters would take at each path without, which does not have them. */
  *shadowed(): Iterable<{ readonly path: string; readonly methods: readonly string[] }> {
    for (const [path, own] of this.#concrete) {
      const methods = this.#templateMethods(path).filter((method) => !own.has(method));
      if (methods.length > 0) yield { path, methods };
    }
  }

  #templateMethods(path: string): string[] {
    const parts = path.split('/');
    return this.#templates.filter((known) => matches(known.parts, parts)).map(({ method }) => method);
  }
}

const withHead = (methods: Iterable<string>): string[] => [
  ...new Set([...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
];

/** The path of a request target, without the query, and without the host that a proxy's client puts before it. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
}

/** Path of an operation below the server's root, with `:name` for parameters as Fastify writes them. */
export const routePathOf = (operation: Operation): string => fullPathOf(operation).replaceAll(/\{(\w+)\}/g, ':$1');

function matches(known: readonly string[], parts: readonly string[]): boolean {
  if (known.length !== parts.length) return false;
  return known.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));
}
