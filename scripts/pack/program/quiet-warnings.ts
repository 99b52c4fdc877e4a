/** Node 24 calls its SQLite experimental at every start. It is what a user cannot change; other warnings stay. */
export function quietWarnings(): void {
  const emitWarning = process.emitWarning.bind(process) as (...words: readonly unknown[]) => void;
  process.emitWarning = (...words: readonly unknown[]) => {
    if (!String(words[0]).startsWith('SQLite is an experimental feature')) emitWarning(...words);
  };
}
