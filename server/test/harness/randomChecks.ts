import { model } from '../../src/model/declare.ts'
import { boolean } from '../../src/model/field/boolean.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { date } from '../../src/model/field/date.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import type { Check, Transitions } from '../../src/model/Check.ts'
import type { Models } from '../../src/model/Models.ts'
import { toModels } from './everyType.ts'
import type { Criterion } from './evaluate.ts'
import { pick } from './random.ts'

type Random = () => number

const names = ['a', 'b', 'p', 'q', 'd', 'e', 't', 'u', 'f', 's', 'r'] as const
type FieldName = (typeof names)[number]
const states = ['new', 'old', 'gone', 'odd']

/** Few different values of each field, so that records often meet the borders of a check. */
export const valuesOf: Readonly<Record<FieldName, readonly unknown[]>> = {
  a: [0, 1, 2, 3, null],
  b: [0, 1, 2, 3, null],
  p: ['0.00', '1.00', '1.50', null],
  q: ['0.00', '1.00', '1.50', null],
  d: ['2026-01-01', '2026-01-02', '2026-01-03', null],
  e: ['2026-01-01', '2026-01-02', '2026-01-03', null],
  t: ['', 'a', 'b', "o'b\\", null],
  u: ['', 'a', 'b', "o'b\\", null],
  f: [true, false, null],
  s: [...states, null],
  r: [{ id: 1 }, { id: 2 }, { id: 3 }, null],
}

/** Fields that can be compared with each other. */
const pairs = [
  ['a', 'b'],
  ['p', 'q'],
  ['d', 'e'],
  ['t', 'u'],
] as const
const ordered = ['=', '!=', '<', '<=', '>', '>='] as const

/** A model with random checks and transitions, and one that it refers to. */
export function randomChecked(random: Random): Models {
  const Limit = model({ name: 'org.example.checked.Limit', title: 'a', fields: { a: integer(), f: boolean() } })
  const checks = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => randomCheck(random, index))
  const Thing = model({
    name: 'org.example.checked.Thing',
    title: 'label',
    fields: {
      a: integer(),
      b: integer(),
      p: decimal({ precision: 6, scale: 2 }),
      q: decimal({ precision: 6, scale: 2 }),
      d: date(),
      e: date(),
      t: text(),
      u: text(),
      f: boolean(),
      s: choice(states),
      r: reference(Limit),
      label: computed('{t}[-{u}]'),
    },
    checks,
    transitions: randomTransitions(random),
  })
  return toModels([Limit, Thing])
}

function randomCheck(random: Random, index: number): Check & { readonly fields: readonly FieldName[] } {
  const fields = [...new Set([pick(random, names), pick(random, names)])]
  const when = random() < 0.4 ? { when: randomCriterion(random, 1) } : {}
  return { name: `check${index}`, fields, ...when, holds: randomCriterion(random, 0), message: `breaks ${index}` }
}

function randomCriterion(random: Random, depth: number): Criterion {
  if (depth < 3 && random() < 0.45) {
    const operator = pick(random, ['and', 'or', 'or', 'not'])
    const length = operator === 'not' ? 1 : 2 + Math.floor(random() * 2)
    return { operator, criteria: Array.from({ length }, () => randomCriterion(random, depth + 1)) }
  }
  return pick(random, [twoFields, twoFields, withBefore, withValue, ofOther, ofLabel, presence, inList, between])(
    random,
  )
}

const twoFields = (random: Random): Criterion => {
  const [one, other] = pick(random, pairs)
  return { fieldName: one, operator: pick(random, ordered), value: `$record.${other}` }
}
const withBefore = (random: Random): Criterion => {
  const [one, other] = pick(random, pairs)
  return { fieldName: one, operator: pick(random, ordered), value: `$before.${pick(random, [one, other])}` }
}
const withValue = (random: Random): Criterion => {
  const fieldName = pick(random, ['a', 'b', 'p', 'q', 'd', 'e', 't'] as const)
  return { fieldName, operator: pick(random, ordered), value: given(random, fieldName) }
}
const ofOther = (random: Random): Criterion =>
  random() < 0.7
    ? { fieldName: 'r.a', operator: pick(random, ordered), value: pick(random, ['$record.a', '$before.b', 1, 2]) }
    : { fieldName: 'r.f', operator: '=', value: true }
const ofLabel = (random: Random): Criterion => ({
  fieldName: 'label',
  operator: pick(random, ['=', '!=', 'like', 'notLike']),
  value: pick(random, ['a', 'a-b', 'b-']),
})
const presence = (random: Random): Criterion => ({
  fieldName: pick(random, [...names, 'r.a']),
  operator: pick(random, ['isNull', 'notNull']),
})
const inList = (random: Random): Criterion => {
  const fieldName = pick(random, ['a', 's', 't', 'd'] as const)
  const value = [given(random, fieldName), given(random, fieldName)]
  return { fieldName, operator: pick(random, ['in', 'notIn']), value }
}
const between = (random: Random): Criterion => ({
  fieldName: 'a',
  operator: pick(random, ['between', 'notBetween']),
  value: pick(random, [0, 1]),
  value2: pick(random, [2, '$record.b', '$before.a']),
})

function given(random: Random, field: FieldName): unknown {
  return pick(
    random,
    valuesOf[field].filter((value) => value !== null),
  )
}

function randomTransitions(random: Random): Transitions {
  const from = states.filter(() => random() < 0.8)
  const lists = (from.length > 0 ? from : ['new']).map((state) => [state, states.filter(() => random() < 0.6)])
  return { s: Object.fromEntries(lists) }
}
