import { withFirstIndex } from '../failure/failure.ts'
import type { Sent } from './Sent.ts'
import type { SentStep, TransactionCall } from './TransactionCall.ts'
import { takes } from './parameter/takes.ts'
import { invalidBody, parseBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** The maximum number of wrong operations in the errors of an answer. */
const maxFaults = 100
const maxNameLength = 100
const actions = ['create', 'update', 'delete'] as const

/** What a transaction takes. */
export const transactionTakes = takes({
  query: ['onConflict', 'dryRun'],
  headers: ['Idempotency-Key'],
  body: ['steps'],
})

/** Parses several writes of any models, which are done all together or not at all: `{"data": [{"create": …}, …]}`. */
export function parseTransaction(request: Request): TransactionCall {
  const { token, requestId, query, body } = request
  const parameters = parseParameters(query, transactionTakes)
  const { data } = parseBody(body, transactionTakes)
  if (!Array.isArray(data) || data.length === 0)
    throw invalidBody({ data: 'must be an array of at least one operation, such as {"create": MODEL, "record": {…}}' })
  return {
    operation: 'transaction',
    token,
    requestId,
    steps: parseSteps(data),
    ...parameters,
    ...parseIdempotencyKey(request),
  }
}

function parseSteps(data: readonly unknown[]): SentStep[] {
  const faults = new Map<string, string>()
  const steps: SentStep[] = []
  for (const [index, sent] of data.entries()) {
    const found = findFaults(sent)
    for (const [member, fault] of found) faults.set(member === '' ? `${index}` : `${index}.${member}`, fault)
    if (faults.size >= maxFaults) break
    if (found.length === 0) steps.push(toStep(sent as Sent))
  }
  if (faults.size > 0) throw withFirstIndex(invalidBody(Object.fromEntries(faults)))
  return steps
}

/** What is wrong with an operation, by member. */
function findFaults(sent: unknown): [member: string, fault: string][] {
  const form = 'must have one of create, update and delete with the name of a model, and record'
  if (!isObject(sent)) return [['', `must be an object: it ${form}`]]
  const found: [string, string][] = []
  const given = actions.filter((action) => Object.hasOwn(sent, action))
  const [action] = given
  if (given.length !== 1 || action === undefined) found.push(['', form])
  else if (typeof sent[action] !== 'string') found.push([action, 'must be the name of a model'])
  if (!isObject(sent['record'])) found.push(['record', 'must be an object with the fields of the record'])
  if (Object.hasOwn(sent, 'as') && !(action === 'create' && isName(sent['as'])))
    found.push(['as', `must be a name of 1 to ${maxNameLength} characters for a record that is created`])
  for (const member of Object.keys(sent))
    if (![...actions, 'record', 'as'].includes(member))
      found.push([member.slice(0, 100), 'is not known here; an operation can have create, update, delete, record, as'])
  return found
}

function toStep(sent: Sent): SentStep {
  const action = actions.find((candidate) => Object.hasOwn(sent, candidate)) ?? 'create'
  const { record, as } = sent
  return {
    action,
    model: String(sent[action]),
    record: record as Sent,
    ...(typeof as === 'string' ? { as } : {}),
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= maxNameLength
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
