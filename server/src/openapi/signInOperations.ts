import { loginMethods } from '../model/builtIn/Session.ts'
import { passwordChoices } from '../model/signIn/signIn.ts'
import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { bodyRef, closedObject, headerRefs, listOf, nullable, shownObject } from './refs.ts'
import { anything, moment, text, whole } from './values.ts'

const provider = { name: 'provider', in: 'path', required: true, schema: text }

const led = { 303: { description: 'The browser is led on.', ...headerRefs(['Location', 'Set-Cookie']) } }

const methods = shownObject(
  {
    password: { type: 'boolean' },
    passwords: { enum: [...passwordChoices] },
    forgotten: { type: 'boolean' },
    providers: listOf(shownObject({ name: text, label: text }, ['name', 'label'])),
  },
  ['password', 'passwords', 'forgotten', 'providers'],
)

const user = shownObject({ id: whole, username: text, name: nullable(text) }, ['id', 'username', 'name'])
const maybe = nullable(text)
const parts = {
  id: whole,
  on: moment,
  user: nullable(user),
  seen: { ...nullable(user), description: 'With the method `see-as`: as whom they looked.' },
  method: { enum: [...loginMethods, 'see-as'] },
  provider: maybe,
  result: { enum: ['ok', 'refused'] },
  reason: maybe,
  network: maybe,
  agent: maybe,
  requestId: text,
}

/** The key of the caller. */
export const keySchema = shownObject({
  id: whole,
  name: text,
  until: nullable(moment),
  writes: { type: 'string', enum: ['all', 'none'] },
  models: nullable(listOf(text)),
  networks: nullable(listOf(text)),
})

/** The session that `GET /ws/me` shows. */
export const sessionSchema = shownObject({
  since: moment,
  until: moment,
  idleUntil: moment,
  latest: moment,
  method: { enum: [...loginMethods] },
  provider: maybe,
  factors: listOf(text),
  confirmedOn: nullable(moment),
})

/** The operations with which people log in by a provider, and see who did. */
export const signInOperations = {
  loginMethods: {
    summary: 'List the ways to log in',
    description: 'For everybody: the providers by their names, and who may log in with a password.',
    security: [],
    responses: responses(success('The ways.', envelope(listOf(methods))), 'Methods'),
  },
  beginLogin: {
    summary: 'Begin a login at a provider',
    description: 'For browsers, which are led to the provider with a cookie by which they are known on the way back.',
    security: [],
    parameters: [provider],
    responses: responses(led, 'BeginLogin'),
  },
  finishLogin: {
    summary: 'Come back from a provider',
    description: 'The provider leads browsers here. A session is opened, and the browser is led to where it wanted.',
    security: [],
    parameters: [provider],
    responses: responses(led, 'FinishLogin'),
  },
  logoutThere: {
    summary: 'Log out here and at the provider',
    description: 'For browsers. Your session ends, and then you are led to the provider, which may ask you.',
    security: [],
    parameters: [provider],
    responses: responses(led, 'LogoutThere'),
  },
  backchannelLogout: {
    summary: 'End sessions that a provider has ended',
    description: 'For providers (OpenID Connect Back-Channel Logout 1.0). No answer has a body.',
    security: [],
    parameters: [provider],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema: closedObject({ logout_token: text }, ['logout_token']) },
      },
    },
    responses: {
      200: { description: 'The sessions have ended, in all processes.' },
      400: { description: 'The token is not accepted.' },
      429: { description: 'Too many in a second.', ...headerRefs(['Retry-After']) },
      default: { description: 'A failure.' },
    },
  },
  protectedResource: {
    summary: 'Find the providers of access tokens',
    description: 'For programs (RFC 9728). Refusals with 401 name this address in `WWW-Authenticate`.',
    security: [],
    responses: responses(
      success(
        'The metadata, not in an envelope.',
        shownObject({ resource: text, authorization_servers: listOf(text), bearer_methods_supported: listOf(text) }),
      ),
      'ProtectedResource',
    ),
  },
  confirm: {
    summary: 'Confirm that it is you',
    description:
      'Your session may change rights again for a while: what was refused with `confirmation-required`. ' +
      'Not with an API key or an access token.',
    requestBody: bodyRef('Confirm'),
    responses: responses(success('Confirmed.', envelope(listOf(anything, { maxItems: 0 }))), 'Account'),
  },
  rotateKey: {
    summary: 'Rotate an API key',
    description:
      'Makes a key with the same limits, which is shown this once; the old one ends after the overlap. ' +
      'An API key may rotate itself.',
    requestBody: bodyRef('RotateKey'),
    responses: responses(
      success('The new key.', envelope(listOf(anything, { minItems: 1, maxItems: 1 }), { token: text }, ['token'])),
      'Account',
    ),
  },
  signIns: {
    summary: 'List logins',
    description: 'The newest first, refused ones too: your own, for administrators all.',
    responses: responses(
      success('The logins.', envelope(listOf(shownObject(parts, Object.keys(parts))), { next: whole })),
      'Own',
    ),
  },
} satisfies Readonly<Record<string, OperationObject>>
