import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type CryptoKey,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client'
import type { ProviderOptions } from '../../model/signIn/signIn.ts'
import { type ClientKey, readClientKey } from './readClientKey.ts'

type Proofs = Pick<ProviderOptions, 'clientSecret' | 'privateKey' | 'clientAuth'>

/** What proves to a provider who this service is. */
export function toClientAuth({ clientSecret = '', privateKey, clientAuth }: Proofs): ClientAuth {
  if (privateKey !== undefined) return signAssertions(readClientKey(privateKey))
  return clientAuth === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
}

/** Signs an assertion for each request (`private_key_jwt`). */
function signAssertions({ key, kid, thumbprint, algorithm }: ClientKey): ClientAuth {
  const signing: CryptoKey = key.toCryptoKey(algorithm, false, ['sign'])
  return (server, ...others) => {
    // Entra ID finds the key by its certificate, and wants to be named by the address to which the assertion is sent.
    const change = (header: Record<string, unknown>, payload: Record<string, unknown>) => {
      if (thumbprint === undefined) return
      header['x5t#S256'] = thumbprint
      payload['aud'] = server.token_endpoint
    }
    const named = { key: signing, ...(kid === undefined ? {} : { kid }) }
    return PrivateKeyJwt(named, { [modifyAssertion]: change })(server, ...others)
  }
}
