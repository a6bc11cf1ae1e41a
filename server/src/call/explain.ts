import { actions } from '../permission/Rule.ts'
import type { ExplainActionCall, ExplainCall } from './AccountCall.ts'
import { invalid, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses the question whether a user may do an action on records. */
export function parseExplain({ token, model = '', id, query }: Request): ExplainCall {
  const { action = 'read', user } = parseParameters(query, ['action', 'user'])
  const known = actions.find((one) => one === action)
  if (!known) throw invalid(`The parameter action must be one of ${actions.join(', ')}.`)
  return {
    operation: 'explain',
    token,
    model,
    action: known,
    ...(id === undefined ? {} : { id: parseId(id) }),
    ...parseUser(user),
  }
}

/** Parses the question whether a user may run an action of the application. */
export function parseExplainAction({ token, action = '', query }: Request): ExplainActionCall {
  const { user } = parseParameters(query, ['user'])
  return { operation: 'explainAction', token, action, ...parseUser(user) }
}

function parseUser(user: string | undefined): { user?: string } {
  if (user !== undefined && !/^[a-z0-9][a-z0-9._@+-]{0,99}$/.test(user))
    throw invalid('The parameter user must be the id or the username of a user.')
  return user === undefined ? {} : { user }
}
