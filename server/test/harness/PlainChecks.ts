import type { Check } from '../../src/model/Check.ts'
import type { Model } from '../../src/model/Model.ts'
import type { RecordJson } from './client.ts'
import { type Criterion, evaluate } from './evaluate.ts'
import type { Memory } from './Memory.ts'

/** A record before a write; undefined if it is new. */
type Before = RecordJson | undefined

/** The names of the checks and transitions that a record breaks, by a plain evaluation. */
export function brokenBy(after: RecordJson, before: Before, model: Model, memory: Memory): string[] {
  const meets = (criterion: Criterion) =>
    evaluate(bindRecord(criterion, after, before), { record: after, links: {} }, model, memory)
  const isBroken = ({ when, holds }: Check) =>
    (when === undefined || meets(when as Criterion) === true) && meets(holds as Criterion) === false
  return [...(model.checks ?? []).filter(isBroken).map(({ name }) => name), ...brokenTransitions(after, before, model)]
}

function brokenTransitions(after: RecordJson, before: Before, { transitions = {} }: Model): string[] {
  return Object.entries(transitions).flatMap(([field, followers]) => {
    const [was, is] = [before?.[field] ?? null, after[field] ?? null]
    return was === null || was === is || (followers[String(was)] ?? []).includes(String(is)) ? [] : [field]
  })
}

/** Criteria with the values of the record for `$record` and `$before`. A missing one makes a comparison unknown. */
function bindRecord(criterion: Criterion, after: RecordJson, before: Before): Criterion {
  if ('unknown' in criterion) return criterion
  if ('criteria' in criterion)
    return { ...criterion, criteria: criterion.criteria.map((part) => bindRecord(part, after, before)) }
  const bind = (value: unknown) => {
    const [, kind, field = ''] = typeof value === 'string' ? (/^\$(record|before)\.(\w+)$/.exec(value) ?? []) : []
    if (kind === undefined) return value
    return (kind === 'record' ? after : before)?.[field] ?? null
  }
  const [value, value2] = [bind(criterion.value), bind(criterion.value2)]
  return value === null || value2 === null ? { unknown: true } : { ...criterion, value, value2 }
}
