import { Failure } from '../failure/failure.ts'
import type { AccessChangesCall, ChangesCall, NewestCall } from './ChangesCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a question for changes takes. */
export const changesTakes = takes({
  query: [
    ...(['feedModels', 'feedAfter', 'feedLimit', 'wait', 'record', 'tokens', 'quiet'] as const),
    ...(['newest', 'writtenBy', 'records', 'changedField', 'since', 'through', 'titles'] as const),
  ],
})

/** What a stream of changes takes. */
export const changeStreamTakes = takes({
  query: ['feedModels', 'feedAfter', 'record', 'quiet'],
  headers: ['Last-Event-ID'],
})

/** Parses a question for a page of changes: of the feed, or of the newest first. */
export function parseChanges({ token, query }: Request, maxLimit: number): ChangesCall | NewestCall {
  const { newest, user, records, field, since, through, titles, ...feed } = parseParameters(
    query,
    changesTakes,
    maxLimit,
  )
  const filter = {
    ...(user === undefined ? {} : { user }),
    ...(records ? { records } : {}),
    ...(field === undefined ? {} : { field }),
    ...(since === undefined ? {} : { since }),
    ...(through === undefined ? {} : { through }),
  }
  const { record, tokens, wait, ...asked } = feed
  if (newest) {
    if (record || tokens || wait > 0)
      throw new Failure('invalid-parameter', 'The parameters record, tokens and wait are not known with newest=true.')
    return { operation: 'changes', newest, token, ...asked, filter, ...(titles ? { titles } : {}) }
  }
  const [extra] = [...Object.keys(filter), ...(titles ? ['titles'] : [])]
  if (extra !== undefined)
    throw new Failure('invalid-parameter', `The parameter ${extra} is known with newest=true alone.`)
  return {
    operation: 'changes',
    token,
    ...asked,
    wait,
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

/** What a question for changes of who may do what takes. */
export const accessChangesTakes = takes({
  query: ['accessAfter', 'feedLimit', 'accessModels', 'accessRecords', 'accessWrittenBy', 'accessSince'],
})

/** Parses a question for the newest changes of who may do what. */
export function parseAccessChanges({ token, query }: Request, maxLimit: number): AccessChangesCall {
  const { after, limit, models, ...filter } = parseParameters(query, accessChangesTakes, maxLimit)
  return {
    operation: 'accessChanges',
    token,
    limit,
    filter,
    ...(models ? { models } : {}),
    ...(after === undefined ? {} : { after }),
  }
}
