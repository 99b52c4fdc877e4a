/** The part of the bundler's module information that is used here. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Gives this name to the modules that `root` needs, directly or indirectly, without dynamic imports. For one build. */
export function reachableFrom(root: string, name: string): (id: string, modules: Modules) => string | null {
  let reached: ReadonlySet<string> | undefined;
  return (id, modules) => {
    reached ??= neededBy(root, modules);
    return reached.has(id) ? name : null;
  };
}

function neededBy(root: string, modules: Modules): ReadonlySet<string> {
  const needed = new Set([root]);
  // Iterating over a set includes values that are added meanwhile.
  for (const id of needed) for (const other of modules.getModuleInfo(id)?.importedIds ?? []) needed.add(other);
  return needed;
}
