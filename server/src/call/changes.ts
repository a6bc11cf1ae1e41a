import type { ChangesCall } from './ChangesCall.ts'
import { invalid, parseCount, parseFlag, parseNameList, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** The longest wait for changes, in milliseconds. */
export const maxWait = 60_000
/** The number of changes of a page if the client does not send a limit. */
const defaultChanges = 1_000

/** Parses a question for a page of changes. */
export function parseChanges({ token, query }: Request, maxLimit: number): ChangesCall {
  const parameters = ['models', 'after', 'limit', 'wait', 'record', 'tokens', 'quiet'] as const
  const { models, after, limit, wait, record, tokens, quiet } = parseParameters(query, parameters)
  const most = parseCount('limit', limit, maxLimit) ?? Math.min(defaultChanges, maxLimit)
  if (most === 0) throw invalid('The parameter limit must be at least 1.')
  return {
    operation: 'changes',
    token,
    ...(models === undefined ? {} : { models: parseNameList(models) }),
    ...(after === undefined ? {} : { after }),
    limit: most,
    wait: parseWait(wait),
    ...parseRecord(record),
    ...(parseFlag('tokens', tokens) ? { withTokens: true } : {}),
    quiet: parseFlag('quiet', quiet),
  }
}

/** Parses a question for a stream of changes. A browser that connects again sends the id of the last event. */
export function parseChangeStream({ token, query, lastEventId }: Request, maxLimit: number): ChangesCall {
  const { models, after, record, quiet } = parseParameters(query, ['models', 'after', 'record', 'quiet'])
  const from = lastEventId ?? after
  return {
    operation: 'changeStream',
    token,
    ...(models === undefined ? {} : { models: parseNameList(models) }),
    ...(from === undefined ? {} : { after: from }),
    limit: Math.min(100, maxLimit),
    wait: 0,
    ...parseRecord(record),
    quiet: parseFlag('quiet', quiet),
  }
}

function parseRecord(text: string | undefined): { withRecord?: true } {
  if (text !== undefined && text !== 'now') throw invalid('The parameter record must be now.')
  return text === 'now' ? { withRecord: true } : {}
}

function parseWait(text: string | undefined): number {
  if (text === undefined) return 0
  const [, digits, unit] = /^(\d{1,5})(ms|s)$/.exec(text) ?? []
  const wait = Number(digits) * (unit === 's' ? 1_000 : 1)
  if (digits === undefined || wait > maxWait)
    throw invalid(`The parameter wait must be a time of at most ${maxWait / 1_000}s, such as wait=25s.`)
  return wait
}
