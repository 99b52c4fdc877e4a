/** As far as it is used here of what the bundler knows of its modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Gives this name to the modules that one needs, directly or through others, without what it imports only later. For one build. */
export function reachableFrom(root: string, name: string): (id: string, modules: Modules) => string | null {
  let reached: ReadonlySet<string> | undefined;
  return (id, modules) => {
    reached ??= neededBy(root, modules);
    return reached.has(id) ? name : null;
  };
}

function neededBy(root: string, modules: Modules): ReadonlySet<string> {
  const needed = new Set([root]);
  // A set goes on to what is added to it meanwhile.
  for (const id of needed) for (const other of modules.getModuleInfo(id)?.importedIds ?? []) needed.add(other);
  return needed;
}
