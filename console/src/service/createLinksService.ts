import type { Client } from '@tabularium/client'
import type { RecordJson } from '../meta/ModelMeta.ts'
import { userModel } from '../meta/ownModels.ts'
import type { LinksService } from './LinksService.ts'

type Caller = Pick<Client<unknown>, 'request'>

/** What the console asks about links that are sent by mail. Nothing is repeated: a link works once. */
export function createLinksService(client: Caller): LinksService {
  const post = async (path: string, body: object) => {
    await client.request('POST', path, { body, repeatable: false })
  }
  return {
    forgotten: (name) => post('/ws/password/forgotten', { username: name }),
    setPassword: (link, token, password) =>
      post(link === 'reset' ? '/ws/password/reset' : '/ws/invitations/accept', { token, new: password }),
    invite: (user) => post('/ws/invitations', { user }),
    changeEmail: (email, password) => post('/ws/email', { email, ...(password === '' ? {} : { password }) }),
    verifyEmail: (token) => post('/ws/email/verify', { token }),
    ownAddress: async (id, signal) => {
      const query = { fields: 'email,emailVerifiedOn' }
      const { data } = await client.request('GET', `/ws/rest/${userModel}/${id}`, { query, signal })
      return data[0] as RecordJson
    },
  }
}
