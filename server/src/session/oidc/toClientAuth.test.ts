import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { readClientKey } from './readClientKey.ts'
import { toClientAuth } from './toClientAuth.ts'

const server = { issuer: 'https://login.example.com', token_endpoint: 'https://login.example.com/token' }
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** The header and the claims of the assertion that a key signs. */
async function signed(text: string): Promise<Record<string, unknown>[]> {
  const body = new URLSearchParams()
  const proof = toClientAuth({ privateKey: text, clientAuth: 'post' })
  // The type of the package does not say that it takes a while.
  const applied: unknown = proof(server, { client_id: 'tabularium' }, body, new Headers())
  await applied
  expect(body.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  const [header = '', claims = ''] = body.get('client_assertion')?.split('.') ?? []
  return [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
}

it.each([
  ['RSA', pem(rsa), 'RS256'],
  ['P-256', pem(ec), 'ES256'],
  ['P-384', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey), 'ES384'],
  ['Ed25519', pem(generateKeyPairSync('ed25519').privateKey), 'Ed25519'],
])('a key of %s signs for the issuer', async (_, text, alg) => {
  const [header, claims] = await signed(text)
  expect(header).toEqual({ alg })
  expect(claims).toMatchObject({ iss: 'tabularium', sub: 'tabularium', aud: server.issuer })
})

it('a JWK signs under its name, and by the padding that it says', async () => {
  const jwk = { ...rsa.export({ format: 'jwk' }), kid: 'of 2026', alg: 'PS256' }
  expect((await signed(JSON.stringify(jwk)))[0]).toEqual({ alg: 'PS256', kid: 'of 2026' })
})

/** A value in the form of certificates (DER). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.from([tag, ...length, ...body])
}

/** A certificate of a key pair on P-256, signed by itself. */
function certify({ privateKey, publicKey }: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): Buffer {
  const [sequence, set, id] = [0x30, 0x31, 0x06]
  const ecdsa = der(sequence, der(id, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(sequence, der(id, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('records')))
  const name = der(sequence, der(set, commonName))
  const times = der(sequence, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('460101000000Z')))
  const known = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(sequence, der(0x02, Buffer.from([1])), ecdsa, name, times, name, known)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  return der(sequence, content, ecdsa, signature)
}

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const certificate = certify(pair)
const block = `-----BEGIN CERTIFICATE-----\n${certificate
  .toString('base64')
  .match(/.{1,64}/g)
  ?.join('\n')}\n-----END CERTIFICATE-----\n`

it('a certificate behind the key names it, for the address of the tokens', async () => {
  const [header, claims] = await signed(pem(pair.privateKey) + block)
  expect(header).toEqual({ alg: 'ES256', 'x5t#S256': hash('sha256', certificate, 'base64url') })
  expect(claims).toMatchObject({ aud: server.token_endpoint })
})

it.each([
  ['nothing', '', 'is no private key'],
  ['a secret', 'a-client-secret', 'is no private key'],
  ['half a JWK', '{"kty":"RSA"', 'is no JWK'],
  ['a public JWK', JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }), 'is no private key'],
  [
    'a short RSA key',
    pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
    'must be RSA with 2048 bits',
  ],
  ['another curve', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey), 'must be RSA with'],
  ['a certificate of another key', pem(ec) + block, 'of another key'],
  ['no certificate', `${pem(ec)}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`, 'cannot be read'],
])('%s is refused, and not told', (_, text, fault) => {
  expect(() => readClientKey(text)).toThrow(fault)
})
