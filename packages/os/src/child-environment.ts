/**
 * Environment variables passed to a child process: paths of programs, temporary files and libraries, and locale.
 * Everything else stays with the station: keys, tokens, passwords of other services.
 */
const ALLOWED = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  // Windows starts no program without them.
  'SystemRoot',
  'windir',
  'USERPROFILE',
] as const;

/** Environment of a child process. @param more additional variables of this child */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ALLOWED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...more };
}
