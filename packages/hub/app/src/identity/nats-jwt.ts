import { hash } from 'node:crypto';
import { type Nkey, toBase32 } from '@kitestring/hub-contract/nkey.ts';
import type { crossingClaims, ScopeTemplate } from '@kitestring/hub-contract/permissions.ts';

/** Version of the claims, as nats-server 2 reads them. */
const CLAIMS_VERSION = 2;
const HEADER = encoded({ typ: 'JWT', alg: 'ed25519-nkey' });

interface Claims {
  /** Public key of the token’s subject. */
  readonly subject: string;
  readonly name: string;
  /** Unix time, seconds. */
  readonly issuedS: number;
  /** Absent: does not expire. */
  readonly expiresS?: number;
  readonly nats: object;
}

/** A JWT in the form of NATS: the signature is Ed25519 over header and claims, the id is a hash of the claims. */
function natsJwt({ subject, name, issuedS, expiresS, nats }: Claims, issuer: Nkey): string {
  const claims = {
    iat: issuedS,
    ...(expiresS !== undefined && { exp: expiresS }),
    iss: issuer.publicKey,
    name,
    nats: { ...nats, version: CLAIMS_VERSION },
    sub: subject,
  };
  const jti = toBase32(hash('sha512-256', JSON.stringify(claims), 'buffer'));
  const text = `${HEADER}.${encoded({ ...claims, jti })}`;
  return `${text}.${issuer.sign(Buffer.from(text)).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

interface OperatorFacts {
  readonly name: string;
  readonly signingKeys: readonly string[];
  readonly systemAccount: string;
  readonly issuedS: number;
}

export const operatorJwt = (operator: Nkey, { name, signingKeys, systemAccount, issuedS }: OperatorFacts): string =>
  natsJwt(
    {
      subject: operator.publicKey,
      name,
      issuedS,
      nats: { type: 'operator', signing_keys: signingKeys, system_account: systemAccount },
    },
    operator,
  );

/** A key of an account that can only create users with these permissions. */
interface ScopedKey {
  readonly key: string;
  readonly role: string;
  readonly template: ScopeTemplate;
}

interface AccountFacts {
  /** Public key. */
  readonly account: string;
  readonly name: string;
  readonly issuedS: number;
  readonly scopedKeys: readonly ScopedKey[];
  /** Public keys of users with the Unix time, seconds, before which their tokens are invalid. */
  readonly revocations: Readonly<Record<string, number>>;
  readonly hasJetStream: boolean;
  /** Services between this account and another one. */
  readonly crossings?: ReturnType<typeof crossingClaims>;
}

const UNLIMITED = -1;

/** Limits must be set: an absent one means 0, and the account could do nothing. */
const ACCOUNT_LIMITS = {
  subs: UNLIMITED,
  data: UNLIMITED,
  payload: UNLIMITED,
  imports: UNLIMITED,
  exports: UNLIMITED,
  wildcards: true,
  conn: UNLIMITED,
  leaf: UNLIMITED,
};
const JETSTREAM_LIMITS = {
  mem_storage: UNLIMITED,
  disk_storage: UNLIMITED,
  streams: UNLIMITED,
  consumer: UNLIMITED,
};

export const accountJwt = (signer: Nkey, facts: AccountFacts): string =>
  natsJwt(
    {
      subject: facts.account,
      name: facts.name,
      issuedS: facts.issuedS,
      nats: {
        type: 'account',
        ...facts.crossings,
        limits: { ...ACCOUNT_LIMITS, ...(facts.hasJetStream && JETSTREAM_LIMITS) },
        signing_keys: facts.scopedKeys.map((scoped) => ({ kind: 'user_scope', ...scoped })),
        revocations: facts.revocations,
        default_permissions: { pub: {}, sub: {} },
      },
    },
    signer,
  );

interface UserFacts {
  /** Public key. */
  readonly user: string;
  readonly name: string;
  /** Account that it belongs to; the signer is a signing key of that account. */
  readonly account: string;
  readonly issuedS: number;
  readonly expiresS?: number;
}

/** A user whose permissions are those of the scoped key that signs. */
export const scopedUserJwt = (signer: Nkey, { user, name, account, issuedS, expiresS }: UserFacts): string =>
  natsJwt(
    {
      subject: user,
      name,
      issuedS,
      ...(expiresS !== undefined && { expiresS }),
      nats: { type: 'user', issuer_account: account },
    },
    signer,
  );

/** A user of the system account, signed by the key of the account. */
export const systemUserJwt = (account: Nkey, user: string, issuedS: number, expiresS: number): string =>
  natsJwt(
    {
      subject: user,
      name: 'hub',
      issuedS,
      expiresS,
      nats: { type: 'user', pub: {}, sub: {}, subs: UNLIMITED, data: UNLIMITED, payload: UNLIMITED },
    },
    account,
  );

/** User of a token made by this signer, expired or not; undefined for any other text. Ed25519 signatures are deterministic. */
export function verifiedUser(jwt: string, signer: Nkey): { readonly user: string; readonly name: string } | undefined {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  if (signer.sign(Buffer.from(`${header}.${claims}`)).toString('base64url') !== signature) return undefined;
  const { name, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { name: string; sub: string };
  return { user: sub, name };
}
