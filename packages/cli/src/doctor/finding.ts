/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** The finding in one line. */
  readonly found: string;
  /** The remedy; absent only if all is well. */
  readonly todo?: string;
}

export const fine = (check: string, found: string): Finding => ({ check, status: 'ok', found });
export const warn = (check: string, found: string, todo: string): Finding => ({ check, status: 'warn', found, todo });
export const fail = (check: string, found: string, todo: string): Finding => ({ check, status: 'fail', found, todo });
