import * as fc from 'fast-check'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { type AggregateBody, type Fn, functions } from './evaluateAggregate.ts'
import { criterionOf, type Target, targetsOf } from './randomSearch.ts'

/** An aggregate of one model. */
export interface AskedAggregate {
  readonly model: Model
  readonly body: AggregateBody
}

/** Zones that are ahead of UTC: the first day of the calendar is never before the calendar. */
const zones = ['UTC', 'Europe/Paris', 'Asia/Tokyo', 'Etc/GMT-14']

function groupOf({ name, field }: Target): fc.Arbitrary<string | { fieldName: string; by: string; timeZone?: string }> {
  const calendar = field && typeOf(field).calendar
  if (!calendar) return fc.constant(name)
  const by = fc.constantFrom('day', 'week', 'month', 'quarter', 'year')
  const whole = { fieldName: fc.constant(name), by }
  return fc.oneof(
    fc.constant(name),
    calendar.hasZone
      ? fc.record({ ...whole, timeZone: fc.constantFrom(...zones) }, { requiredKeys: ['fieldName', 'by'] })
      : fc.record(whole),
  )
}

function takes(fn: Fn, { field }: Target): boolean {
  if (!field) return false
  const { sums, ordered, comparable } = typeOf(field)
  if (fn === 'countDistinct' || fn === 'filled') return comparable
  return fn === 'min' || fn === 'max' ? ordered : sums !== undefined
}

function bodyOf(model: Model, models: Models): fc.Arbitrary<AggregateBody> {
  const single = targetsOf(model, models, false)
  const groupable = single.filter(({ field }) => field && typeOf(field).comparable)
  const near = groupable.filter(({ name }) => !name.includes('.'))
  const target = fc.oneof(fc.constantFrom(...near), fc.constantFrom(...groupable))
  const groupBy = fc.uniqueArray(target, { maxLength: 2, selector: ({ name }) => name })
  const names = (fn: Fn) =>
    fc.uniqueArray(fc.constantFrom(...single.filter((one) => takes(fn, one)).map(({ name }) => name)), { maxLength: 2 })
  const measures = fc.record(
    {
      sum: names('sum'),
      avg: names('avg'),
      min: names('min'),
      max: names('max'),
      countDistinct: names('countDistinct'),
      filled: names('filled'),
    },
    { requiredKeys: [] },
  )
  const criterion = criterionOf(targetsOf(model, models, true))
  const page = fc.record({
    data: fc.oneof({ weight: 2, arbitrary: fc.constant({ criteria: [] }) }, criterion),
    offset: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(3)),
    limit: fc.oneof({ weight: 5, arbitrary: fc.constant(100) }, fc.constantFrom(0, 1, 3, 1_000)),
  })
  return fc
    .tuple(
      groupBy.chain((groups) => fc.tuple(...groups.map(groupOf))),
      measures,
      page,
      fc.infiniteStream(fc.nat()),
    )
    .map(([groups, measured, paged, draws]) => {
      const body = { ...paged, groupBy: groups, count: true, ...measured }
      return { ...body, sortBy: sortOf(body, draws) }
    })
}

/** Up to two of the names by which the groups can be sorted. */
function sortOf(body: AggregateBody, draws: Iterator<number>): string[] {
  const groups = (body.groupBy ?? []).map((group) => (typeof group === 'string' ? group : group.fieldName))
  const known = [...groups, 'count', ...functions.flatMap((fn) => (body[fn] ?? []).map((name) => `${fn}.${name}`))]
  const draw = (below: number) => Number(draws.next().value) % below
  const chosen = new Set(Array.from({ length: draw(3) }, () => known[draw(known.length)] ?? 'count'))
  return [...chosen].map((name) => (draw(2) === 0 ? name : `-${name}`))
}

/** Aggregates of every kind, all of them valid. */
export function randomAggregate(models: Models): fc.Arbitrary<AskedAggregate> {
  return fc.oneof(...models.all.map((model) => fc.record({ model: fc.constant(model), body: bodyOf(model, models) })))
}
