import type { ChangesCall } from './ChangesCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a question for changes takes. */
export const changesTakes = takes({
  query: ['feedModels', 'feedAfter', 'feedLimit', 'wait', 'record', 'tokens', 'quiet'],
})

/** What a stream of changes takes. */
export const changeStreamTakes = takes({
  query: ['feedModels', 'feedAfter', 'record', 'quiet'],
  headers: ['Last-Event-ID'],
})

/** Parses a question for a page of changes. */
export function parseChanges({ token, query }: Request, maxLimit: number): ChangesCall {
  const { record, tokens, ...asked } = parseParameters(query, changesTakes, maxLimit)
  return {
    operation: 'changes',
    token,
    ...asked,
    ...(record ? { withRecord: true } : {}),
    ...(tokens ? { withTokens: true } : {}),
  }
}

/** Parses a question for a stream of changes. A browser that connects again sends the id of the last event. */
export function parseChangeStream({ token, query, lastEventId }: Request, maxLimit: number): ChangesCall {
  const { record, ...asked } = parseParameters(query, changeStreamTakes)
  return {
    operation: 'changeStream',
    token,
    ...asked,
    ...(lastEventId === undefined ? {} : { after: lastEventId }),
    limit: Math.min(100, maxLimit),
    wait: 0,
    ...(record ? { withRecord: true } : {}),
  }
}
