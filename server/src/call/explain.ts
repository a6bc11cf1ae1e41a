import type { ExplainActionCall, ExplainCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a question why something is allowed takes. */
export const explainTakes = takes({ query: ['action', 'user'] })

/** What a question why an action may be run takes. */
export const explainActionTakes = takes({ query: ['user'] })

/** Parses the question whether a user may do an action on records. */
export function parseExplain({ token, model = '', id, query }: Request): ExplainCall {
  const parameters = parseParameters(query, explainTakes)
  return { operation: 'explain', token, model, ...parameters, ...(id === undefined ? {} : { id: parseId(id) }) }
}

/** Parses the question whether a user may run an action of the application. */
export function parseExplainAction({ token, action = '', query }: Request): ExplainActionCall {
  return { operation: 'explainAction', token, action, ...parseParameters(query, explainActionTakes) }
}
