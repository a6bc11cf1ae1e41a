import { actions } from '../permission/Rule.ts'
import type { ExplainCall } from './AccountCall.ts'
import { invalid, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses the question whether a user may do an action. */
export function parseExplain({ token, model = '', id, query }: Request): ExplainCall {
  const { action = 'read', user } = parseParameters(query, ['action', 'user'])
  const known = actions.find((one) => one === action)
  if (!known) throw invalid(`The parameter action must be one of ${actions.join(', ')}.`)
  if (user !== undefined && !/^[a-z0-9][a-z0-9._@+-]{0,99}$/.test(user))
    throw invalid('The parameter user must be the id or the username of a user.')
  return {
    operation: 'explain',
    token,
    model,
    action: known,
    ...(id === undefined ? {} : { id: parseId(id) }),
    ...(user === undefined ? {} : { user }),
  }
}
