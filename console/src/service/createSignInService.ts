import type { AnyModels, Client } from '@tabularium/client'
import type { LoginMethods, SignIn, TiedLogin } from './LoginMethods.ts'
import type { Service } from './Service.ts'

/** How many logins an account shows. */
const shown = 10

/** What the console asks about logins. The ways to log in are the same for everybody. */
export function createSignInService(
  client: Client<AnyModels>,
  own: Client<AnyModels>,
): Pick<Service, 'loginMethods' | 'confirm' | 'proveFactor' | 'signIns' | 'tiedLogins'> {
  return {
    loginMethods: async (signal) => {
      const { data } = await own.request('GET', '/login/methods', { signal })
      return data[0] as LoginMethods
    },
    confirm: async (proof) => void (await own.request('POST', '/ws/confirm', { body: proof })),
    proveFactor: async (login, proof) =>
      void (await own.request('POST', '/login/factor', { body: { login, ...proof } })),
    signIns: async (user, signal) => {
      const { data } = await client.request('GET', '/ws/sign-ins', { query: { limit: shown, user }, signal })
      return data as readonly SignIn[]
    },
    tiedLogins: async (user, signal) => {
      const where = JSON.stringify([{ fieldName: 'user', operator: '=', value: { id: user } }])
      const { data } = await client.request('GET', '/ws/rest/tabularium.Identity', { query: { where }, signal })
      return data as TiedLogin[]
    },
  }
}
