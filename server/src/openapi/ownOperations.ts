import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { maxOfEach } from '../plan/searchAll.ts'
import { factorOperations } from './factorOperations.ts'
import { signInOperations } from './signInOperations.ts'
import { homeSchema } from './homeSchema.ts'
import { bodyRef, listOf, responseRef, schemaRef, shownObject } from './refs.ts'
import { anything, count, text, whole } from './values.ts'

const model = { name: 'model', in: 'path', required: true, schema: schemaRef('ModelName') }

const action = { name: 'name', in: 'path', required: true, schema: text }

const foundOfModel = shownObject(
  {
    model: schemaRef('ModelName'),
    records: listOf({ type: 'object', additionalProperties: true }, { maxItems: maxOfEach }),
    more: { type: 'boolean' },
  },
  ['model', 'records', 'more'],
)

const login = {
  summary: 'Log in',
  description: 'Opens a session. The answer sets its cookie.',
  security: [],
  requestBody: bodyRef('Login'),
  responses: responses(
    success(
      'The user.',
      envelope(listOf(shownObject({ id: whole, username: text, name: text }, ['id', 'username', 'name']))),
      ['Set-Cookie'],
    ),
    'Login',
  ),
} satisfies OperationObject

/** Of operations that take `optional`. */
const withOrWithoutSession = [{ cookie: [] }, { bearer: [] }, {}]

/** The operations that are the same for every caller, apart from those of the feed, change sets and webhooks. */
export const ownOperations = {
  login,
  loginJsp: { ...login, summary: 'Log in, for clients that use this path' },
  logout: {
    summary: 'Log out',
    description: 'Ends the session and clears the cookie. Without a session the answer is the same.',
    security: [{ cookie: [] }, {}],
    responses: responses(success('Logged out.', envelope(listOf(anything, { maxItems: 0 })), ['Set-Cookie']), 'Logout'),
  },
  ...signInOperations,
  ...factorOperations,
  models: {
    summary: 'List the models',
    security: withOrWithoutSession,
    description: 'Those that you have rights for; with `detail=true` with their fields, and what you may do with each.',
    responses: responses(
      {
        ...success(
          'The models.',
          envelope(listOf(schemaRef('ModelDescription')), {
            every: listOf(schemaRef('FieldDescription')),
            types: { type: 'object', additionalProperties: schemaRef('TypeDescription') },
            actions: listOf(schemaRef('ActionDescription')),
            declaredRoles: listOf(text),
          }),
          ['ETag'],
        ),
        304: responseRef('NotModified'),
      },
      'Own',
    ),
  },
  fields: {
    summary: 'Describe a model',
    parameters: [model],
    responses: responses(success('The model.', envelope(listOf(schemaRef('ModelDescription')))), 'Read'),
  },
  actions: {
    summary: 'List the actions',
    description: 'Those that you may run, with what they take and give.',
    responses: responses(success('The actions.', envelope(listOf(schemaRef('ActionDescription')))), 'Own'),
  },
  me: {
    summary: 'Show who you are',
    security: withOrWithoutSession,
    description: 'The user, the session or key, what you may do with each model, and the limits of the service.',
    responses: responses(success('You.', envelope(listOf(schemaRef('Me')))), 'Own'),
  },
  changeMe: {
    summary: 'Change your language and time zone',
    description: 'What you send changes, and nothing else. The answer is that of `GET /ws/me`.',
    requestBody: bodyRef('ChangeMe'),
    responses: responses(success('You.', envelope(listOf(schemaRef('Me')))), 'Account'),
  },
  searchAll: {
    summary: 'Find records of all models by words',
    description: 'The first records of each model with fields for `q`, as far as you may see them.',
    responses: responses(success('The models with such records.', envelope(listOf(foundOfModel))), 'Own'),
  },
  home: {
    summary: 'Show what you begin with',
    description:
      'Your favourites with totals, what waits for you, and the records of `recent`, each as `find` shows it.',
    responses: responses(success('Your home page.', envelope(listOf(homeSchema), { changes: text })), 'Own'),
  },
  explain: {
    summary: 'Explain why something is allowed or not',
    parameters: [model],
    responses: responses(success('The rules that decide.', envelope(listOf(schemaRef('Explanation')))), 'Read'),
  },
  explainAction: {
    summary: 'Explain why an action may be run or not',
    parameters: [action],
    responses: responses(
      success('The rules that decide.', envelope(listOf(schemaRef('ActionExplanation')))),
      'Explain',
    ),
  },
  password: {
    summary: 'Change your password',
    description: 'Ends all your other sessions. Not with an API key.',
    requestBody: bodyRef('Password'),
    responses: responses(success('Changed.', envelope(listOf(anything, { maxItems: 0 }))), 'Account'),
  },
  endSessions: {
    summary: 'End sessions',
    description: 'Your other sessions; with `current` this one too. Administrators can name another `user`.',
    requestBody: bodyRef('EndSessions'),
    responses: responses(
      success('How many were ended.', envelope(listOf(anything, { maxItems: 0 }), { total: count }, ['total'])),
      'Account',
    ),
  },
  openapi: {
    summary: 'Get this document',
    description: 'An OpenAPI 3.1 document of what you may know and do.',
    responses: responses(
      {
        ...success('The document.', { type: 'object', additionalProperties: true }, ['ETag']),
        304: responseRef('NotModified'),
      },
      'Read',
    ),
  },
} satisfies Readonly<Record<string, OperationObject>>
