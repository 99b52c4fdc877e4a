const ABSOLUTE = /^rtsps?:\/\//i;

/**
 * URL of `a=control`. RFC 2326 says "as a relative URL", but cameras and players append it: the part after the last
 * slash of the base belongs to the stream's address.
 * @param base `Content-Base`, `Content-Location` or the request URL
 */
export function controlUrl(base: string, control: string | undefined): string {
  if (control === undefined || control === '' || control === '*') return base;
  if (ABSOLUTE.test(control)) return control;
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`;
}

/** Whether a text is valid in a request line: one word without control characters. */
export const isRequestable = (url: string): boolean => /^[\x21-\x7e]{1,2048}$/.test(url);
