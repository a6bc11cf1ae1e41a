import { type AnyModels, type Client, createClient, TabulariumError } from '@tabularium/client'
import { createAccessService } from './createAccessService.ts'
import { createActionsService } from './createActionsService.ts'
import type { ActionMeta } from '../meta/ActionMeta.ts'
import type { FieldMeta, ModelMeta, TypeTraits } from '../meta/ModelMeta.ts'
import { withLines } from '../meta/lines.ts'
import { withTraits } from '../meta/withTraits.ts'
import { createFactorsService } from './createFactorsService.ts'
import { createReadService } from './createReadService.ts'
import { createWriteService } from './createWriteService.ts'
import { createChangesService } from './createChangesService.ts'
import { createCommentsService } from './createCommentsService.ts'
import { createLinksService } from './createLinksService.ts'
import { createHomeService } from './createHomeService.ts'
import { createSignInService } from './createSignInService.ts'
import { createWebhooksService } from './createWebhooksService.ts'
import { findScript } from './findScript.ts'
import type { Me } from './Me.ts'
import type { Service } from './Service.ts'

type AnyClient = Client<AnyModels>

/** The service behind this page. Repeats, time limits and the meaning of failures are the client's. */
export function createService(send: typeof fetch): Service {
  return toService(createClient({ url: '', fetch: send }), send)
}

/** What a client asks. Logging in and out is one's own, also while one looks as somebody else. */
function toService(client: AnyClient, send: typeof fetch, own = client): Service {
  return {
    ...createReadService(client),
    ...createWriteService(client),
    ...createAccessService(client),
    ...createActionsService(client),
    ...createCommentsService(client),
    ...createHomeService(client),
    ...createLinksService(client),
    ...createFactorsService(client),
    ...createWebhooksService(client),
    ...createChangesService(client, send),
    login: async (username, password) => {
      await own.login(username, password)
    },
    ...createSignInService(client, own),
    logout: () => own.logout(),
    seeAs: (username) => toService(client.seeAs(username), send, own),
    me: async (signal) => {
      const { data } = await client.request('GET', '/ws/me', { query: { optional: true }, signal })
      return requireSession(data[0] as Me | undefined)
    },
    changeMe: async (changes) => (await client.request('POST', '/ws/me', { body: changes })).data[0] as Me,
    changePassword: (old, next) => client.changePassword(old, next),
    endOtherSessions: async () => (await client.endSessions()).total,
    metadata: async (signal) => {
      const query = { detail: true, optional: true }
      const answer = await client.request('GET', '/ws/meta/models', { query, signal })
      const { data, every, types, actions = [], declaredRoles = [] } = answer
      return {
        models: withLines(withTraits(data as readonly ModelMeta[], types as Record<string, TypeTraits> | undefined)),
        every: requireSession(every as readonly FieldMeta[] | undefined),
        actions: actions as readonly ActionMeta[],
        declaredRoles: declaredRoles as readonly string[],
      }
    },
    lookAtMe: async (signal) =>
      (await client.request('GET', '/ws/me', { query: { quiet: true }, signal })).data[0] as Me,
    consoleScript: async (signal) => {
      const response = await fetch('/console/', { cache: 'no-cache', ...(signal ? { signal } : {}) })
      return findScript(await response.text())
    },
  }
}

/**
 * Fails as the service does without a session. What every screen asks first is asked with `optional`, since the browser
 * notes each refusal in its console, before anybody had a chance to log in.
 */
function requireSession<T>(answered: T | undefined): T {
  if (answered !== undefined) return answered
  throw new TabulariumError({
    data: { code: 'session-required', title: 'Session required', message: 'Log in first.' },
    status: 401,
  })
}
