/**
 * Names of variables that a child process gets: where programs, temporary files and libraries are, and how dates and
 * messages are written. Everything else stays with the station: keys, tokens, passwords of whatever service.
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

/** The environment of a child process. @param more what this child needs besides */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ALLOWED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...more };
}
