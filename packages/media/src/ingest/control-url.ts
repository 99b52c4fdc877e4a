const ABSOLUTE = /^rtsps?:\/\//i;

/**
 * The address that `a=control` means. RFC 2326 says "as a relative URL", cameras and players append it: what stands behind
 * the last slash of the base belongs to the address of the stream.
 * @param base `Content-Base`, `Content-Location` or what was asked for
 */
export function controlUrl(base: string, control: string | undefined): string {
  if (control === undefined || control === '' || control === '*') return base;
  if (ABSOLUTE.test(control)) return control;
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`;
}

/** Whether a text can stand in a request: one word without control characters. */
export const isRequestable = (url: string): boolean => /^[\x21-\x7e]{1,2048}$/.test(url);
