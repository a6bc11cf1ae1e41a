import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { bodyRef, listOf, nullable, shownObject } from './refs.ts'
import { count, moment, text, whole } from './values.ts'

const user = shownObject({ id: whole, username: text, name: text }, ['id', 'username', 'name'])
const parts = {
  id: whole,
  version: whole,
  kind: { enum: ['totp'] },
  name: nullable(text),
  createdOn: moment,
  usedOn: nullable(moment),
}
const own = {
  factors: listOf(shownObject(parts, Object.keys(parts))),
  recovery: { ...count, description: 'How many recovery codes are left.' },
  totp: { type: 'boolean', description: 'Whether codes of an app can be set up here.' },
} as const
const recovery = shownObject({ recovery: listOf(text) }, ['recovery'])

/** The operations about what people prove besides their password. */
export const factorOperations = {
  loginFactor: {
    summary: 'Prove the second factor of a login',
    description: 'Opens the session that a login with a right password waits for. The answer sets its cookie.',
    security: [],
    requestBody: bodyRef('LoginFactor'),
    responses: responses(success('The user.', envelope(listOf(user)), ['Set-Cookie']), 'SecondStep'),
  },
  factors: {
    summary: 'Show your second factors',
    responses: responses(success('Your factors.', envelope(listOf(shownObject(own, Object.keys(own))))), 'Own'),
  },
  beginTotp: {
    summary: 'Begin to set up an app for one-time codes',
    description: 'The secret is shown this once. It counts once the first code was right.',
    requestBody: bodyRef('Empty'),
    responses: responses(
      success('The secret.', envelope(listOf(shownObject({ secret: text, uri: text }, ['secret', 'uri'])))),
      'Account',
    ),
  },
  confirmTotp: {
    summary: 'Set up an app by its first code',
    description: 'From now on your logins ask for a code. The recovery codes are shown this once.',
    requestBody: bodyRef('ConfirmTotp'),
    responses: responses(success('The recovery codes.', envelope(listOf(recovery))), 'Account'),
  },
  renewRecovery: {
    summary: 'Make new recovery codes',
    description: 'They take the place of all earlier ones, and are shown this once.',
    requestBody: bodyRef('Empty'),
    responses: responses(success('The recovery codes.', envelope(listOf(recovery))), 'Account'),
  },
} satisfies Readonly<Record<string, OperationObject>>
