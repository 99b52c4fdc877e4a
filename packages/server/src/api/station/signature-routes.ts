import { listSignatures, signReadiness } from '@kitestring/contract/station/signature-operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';

/** Signatures under the readiness list. */
export const signatureRoutes = ({ signatures }: Pick<Station, 'signatures'>): readonly Route[] => [
  route(listSignatures, () => ok({ signatures: signatures.list() })),
  route(signReadiness, ({ body, caller }) => signatures.sign(caller, body)),
];
