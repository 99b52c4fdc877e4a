/** Whether a fleet hub may have this address: HTTPS, or HTTP on the same computer; it ends with `/`. */
export function isHubUrl({ hostname, password, pathname, protocol, search, username }: URL): boolean {
  if (search !== '' || username !== '' || password !== '' || !pathname.endsWith('/')) return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}
