type Packing = 'br' | 'gzip';

export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Compressed variants, for compressible files. */
  readonly packed: Readonly<Partial<Record<Packing, Buffer>>>;
  /** Entity tag of the plain content; each compressed variant has its own. */
  readonly tag: string;
  /** The name contains a hash of the content: cacheable without limit. */
  readonly isForEver: boolean;
}

/** The operator's console, from build to service. */
export type PageState =
  | { readonly kind: 'building' }
  /** Its files by path, `/assets/index-1a2b.js`. */
  | { readonly kind: 'ready'; readonly files: ReadonlyMap<string, PageFile> }
  | { readonly kind: 'failed'; readonly reason: string };

/** A page that may still be building, or build again when it is asked for. */
export interface AskedPage {
  asked(): PageState;
}

/** The best compression that a browser accepts, by its `Accept-Encoding`. */
export function packingFor({ packed }: PageFile, accepted = ''): Packing | undefined {
  const takes = (packing: Packing) => accepted.split(',').some((offer) => isOffered(offer, packing));
  return (['br', 'gzip'] as const).find((packing) => packed[packing] !== undefined && takes(packing));
}

/** Entity tag of the variant that is sent. */
export const entityTag = (tag: string, packing: Packing | undefined): string =>
  packing === undefined ? `"${tag}"` : `"${tag}-${packing}"`;

/** Whether the browser has it already, by its `If-None-Match`. Source: RFC 9110 section 13.1.2, weak comparison. */
export const isHeldAlready = (tag: string, held = ''): boolean =>
  held.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);

/** `br`, `br;q=0.5`; a quality of 0 excludes it. Source: RFC 9110 section 12.5.3. */
function isOffered(offer: string, packing: Packing): boolean {
  const [name = '', quality = 'q=1'] = offer.toLowerCase().split(';');
  return name.trim() === packing && Number(quality.trim().slice(2)) > 0;
}
