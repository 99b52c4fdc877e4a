export { LossyEnd, LossyLink, type LossyLinkOptions } from './lossy-link.ts';
