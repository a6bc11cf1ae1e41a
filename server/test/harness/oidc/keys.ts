import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key pair of a provider, with its public form and a function that signs tokens. */
export interface SigningKey {
  readonly kid: string
  readonly publicJwk: object
  readonly privateJwk: object
  readonly pem: string
  toToken(claims: object, header?: object): string
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes a key pair. */
export function makeKey(alg: 'RS256' | 'ES256' = 'RS256', kid = randomBytes(6).toString('hex')): SigningKey {
  const { privateKey, publicKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const marks = { kid, alg, use: 'sig' }
  return {
    kid,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...marks },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...marks },
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    toToken: (claims, header = {}) => {
      const input = `${encode({ alg, kid, ...header })}.${encode(claims)}`
      const key = alg === 'RS256' ? privateKey : { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
      return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
    },
  }
}

/** A private key by which a provider may know the service, as PEM. */
export function makeClientKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A token without a signature. */
export function unsigned(claims: object): string {
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

/** A token that is signed with a text. */
export function hmacToken(claims: object, secret: string, kid: string): string {
  const input = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** The token with other claims under the old signature. */
export function withClaims(token: string, claims: object): string {
  const [head, , signature] = token.split('.')
  return `${head}.${encode(claims)}.${signature}`
}
