import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** The key by which a provider knows this service, in place of a secret. */
export interface ClientKey {
  readonly key: KeyObject
  /** The name of the key at the provider, if it is a JWK that has one. */
  readonly kid: string | undefined
  /** SHA-256 of the certificate behind the key, in base64url; undefined if there is none. */
  readonly thumbprint: string | undefined
  readonly algorithm: Parameters<KeyObject['toCryptoKey']>[0]
}

/** What signs with each curve. */
const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }
/** The bits of an RSA key that is safe. */
const minBits = 2_048

/**
 * Reads a private key: PEM (PKCS #8), perhaps with its certificate behind it, or a JWK. Throws a `TypeError` that says
 * what is wrong, and nothing of the key.
 */
export function readClientKey(text: string): ClientKey {
  const jwk = text.trimStart().startsWith('{') ? readJwk(text) : undefined
  const key = readKey(jwk ? { key: jwk, format: 'jwk' } : text)
  const [certificate] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(text) ?? []
  const thumbprint = certificate === undefined ? undefined : thumbprintOf(certificate, key)
  const isPss = thumbprint !== undefined || jwk?.['alg'] === 'PS256'
  const kid = jwk?.['kid']
  return { key, kid: typeof kid === 'string' ? kid : undefined, thumbprint, algorithm: toAlgorithm(key, isPss) }
}

function readJwk(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return { ...read }
  } catch {
    // What JSON.parse says has a part of the text.
  }
  throw new TypeError('is no JWK')
}

function readKey(given: Parameters<typeof createPrivateKey>[0]): KeyObject {
  try {
    return createPrivateKey(given)
  } catch {
    throw new TypeError('is no private key: PEM (PKCS #8) without a password, or a JWK')
  }
}

function thumbprintOf(pem: string, key: KeyObject): string {
  const certificate = readCertificate(pem)
  if (!certificate.checkPrivateKey(key)) throw new TypeError('has the certificate of another key behind it')
  return Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new TypeError('has a certificate behind it that cannot be read')
  }
}

function toAlgorithm(key: KeyObject, isPss: boolean): ClientKey['algorithm'] {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= minBits)
    return { name: isPss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const namedCurve = curves[details?.namedCurve ?? '']
  if (type === 'ec' && namedCurve !== undefined) return { name: 'ECDSA', namedCurve }
  if (type === 'ed25519') return { name: 'Ed25519' }
  throw new TypeError(`must be RSA with ${minBits} bits or more, P-256, P-384, P-521 or Ed25519`)
}
