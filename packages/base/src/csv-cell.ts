/** Spreadsheets run a cell that starts like this as a formula. Source: OWASP, CSV injection. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** One cell of CSV (RFC 4180); a text that spreadsheets would run as a formula gets a leading quote. */
export function csvCell(value: unknown): string {
  const text = value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Negative numbers stay numbers.
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
