/** Addresses of streams as the station makes them for programs on its own machine. */
const OWN = /^(rtsp:\/\/)(?:\[[^\]]*\]|[^/:?#]+)/;

/**
 * The address of a stream with the host by which its reader has reached us.
 * @param host our address as the reader sees it; absent where it is not known: the address stays
 */
export function addressFor(url: string, host: string | undefined): string {
  if (host === undefined) return url;
  const plain = host.replace(/^::ffff:/, '').replace(/%.*$/, '');
  return url.replace(OWN, `$1${plain.includes(':') ? `[${plain}]` : plain}`);
}
