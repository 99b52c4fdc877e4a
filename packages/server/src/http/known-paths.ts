import { fullPathOf, type Operation } from '@kitestring/contract/operation.ts';

interface KnownPath {
  readonly parts: readonly string[];
  readonly method: string;
}

/** Paths by their methods, for requests that found no route: was the path wrong, or only the method? */
export class KnownPaths {
  readonly #paths: KnownPath[] = [];

  add(method: string, path: string): void {
    this.#paths.push({ method, parts: path.split('/') });
  }

  /** Methods that the path of this URL has, HEAD among them; none when there is no such path. */
  methodsOf(url: string): string[] {
    const parts = pathOf(url).split('/');
    const methods = new Set<string>();
    for (const known of this.#paths) {
      if (!matches(known.parts, parts)) continue;
      methods.add(known.method);
      if (known.method === 'GET') methods.add('HEAD');
    }
    return [...methods];
  }
}

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
