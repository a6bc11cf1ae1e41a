import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCondition } from '../../../server/src/criteria/parseCondition.ts'
import { longNames } from '../../../server/src/criteria/parseComparator.ts'
import { everyType, Item, Shelf } from '../../../server/test/harness/everyType.ts'
import { criterionOf, targetsOf } from '../../../server/test/harness/randomSearch.ts'
import { describeModels } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import { asText } from '../field/kinds.ts'
import { en } from '../i18n/en/en.ts'
import type { Json } from '../meta/ModelMeta.ts'
import { type Chip, testsIn, withoutEmpty } from './Chip.ts'
import { describeChip } from './describeChip.ts'
import { readWhere } from './readWhere.ts'
import { writeWhere } from './writeWhere.ts'

const described = describeModels(Shelf, Item)
const meta = described.find(({ name }) => name === Item.name)
if (!meta) throw new Error('The model is not described.')
const context = {
  model: meta,
  find: (name: string) => described.find((each) => each.name === name),
  formats: createFormats(en, 'en', 'UTC'),
  titleOf: () => undefined,
}
const item = everyType.get(Item.name)

const isAccepted = (criteria: unknown) => {
  try {
    parseCondition(criteria, item, everyType)
    return true
  } catch {
    return false
  }
}

type Members = { readonly [name: string]: Json }
const isObject = (json: Json): json is Members => typeof json === 'object' && json !== null && !Array.isArray(json)
const ofOne = new Map([
  ['in', '='],
  ['notIn', '!='],
  ['hasAny', 'has'],
])

/** A pattern without what stands before plain letters; a last sign that stands before nothing is plain text. */
const plainPattern = (pattern: string) =>
  pattern.replaceAll(/\\([^]|$)/g, (_, letter: string) => (/[%_\\]|^$/.test(letter) ? `\\${letter || '\\'}` : letter))

/** Criteria in their shortest form: what means the same by the reference of criteria is the same. */
function shortest(json: Json): Json {
  if (!isObject(json)) return json
  if ('fieldName' in json) {
    const given = asText(json.operator ?? null)
    const operator = longNames.get(given) ?? given
    const isOne = ofOne.has(operator) && Array.isArray(json.value) && json.value.length === 1
    const value = isOne
      ? { operator: ofOne.get(operator) ?? '', value: (json.value as readonly Json[])[0] ?? null }
      : {}
    const text =
      operator === 'like' || operator === 'notLike' ? { value: plainPattern(asText(json.value ?? null)) } : {}
    return { ...json, operator, ...value, ...text }
  }
  const { operator = 'and' } = json
  const parts = ((json.criteria ?? []) as readonly Json[]).map(shortest)
  if (operator === 'not') {
    const all = shortest({ operator: 'and', criteria: parts })
    return { operator, criteria: [all] }
  }
  const flat = parts.flatMap((part) =>
    isObject(part) && part.operator === operator && !('fieldName' in part) ? (part.criteria as Json[]) : [part],
  )
  return flat.length === 1 ? (flat[0] ?? null) : { operator, criteria: flat }
}

const around = fc.array(fc.constantFrom('and', 'or', 'not', undefined), { maxLength: 6 })
const variables = () => ['$user', '$today-3d', '$now', '$record.name', '$$record.name']
/** No random values of these types are at hand. */
const unwritten = ['currency', 'series', 'choices']
const targets = targetsOf(item, everyType, true).filter(({ field }) => !unwritten.includes(field?.type ?? ''))
const random = criterionOf(targets, variables) as fc.Arbitrary<Json>
const marks = fc.subarray(['red', 'green', "owner's"], { minLength: 1 })
const ofSets: fc.Arbitrary<Json> = fc.oneof(
  marks.map(([value = '']) => ({ fieldName: 'marks', operator: 'has', value })),
  fc
    .tuple(fc.constantFrom('hasAny', 'hasAll', '=', 'notEqual'), marks)
    .map(([operator, value]) => ({ fieldName: 'marks', operator, value })),
)
const part = fc.oneof({ weight: 8, arbitrary: random }, ofSets, fc.constant({}))
/** Also groups around groups, and criteria that every record meets. */
const criteria = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), around)
  .map(([parts, groups]) =>
    groups.reduce<Json>(
      (inner, operator) => ({ ...(operator === undefined ? {} : { operator }), criteria: [inner, ...parts.slice(1)] }),
      parts[0] ?? {},
    ),
  )

describe('a filter in groups', () => {
  it('keeps every JSON of criteria that the service accepts', () => {
    let accepted = 0
    let inWords = 0
    const survives = (json: Json) => {
      fc.pre(isAccepted(json))
      accepted++
      const chips = readWhere(JSON.stringify(json))
      const written = writeWhere(chips)
      const again: Json = written === '' ? {} : (JSON.parse(written) as Json)
      expect(isAccepted(again), written).toBe(true)
      expect(shortest(again)).toEqual(shortest(json))
      expect(readWhere(written)).toEqual(chips)
      for (const chip of chips) expect(Object.values(describeChip(chip, context)).join('')).not.toBe('')
      if (!JSON.stringify(chips).includes('"json"')) inWords++
    }
    // What random criteria were once, and may not be again for a long time.
    const missing = { fieldName: 'website', operator: 'isNull' }
    const equal = { fieldName: 'website', operator: '=', value: '$user' }
    const known: [Json][] = [[{ operator: 'or', criteria: [{ criteria: [equal] }, { criteria: [missing] }] }]]
    fc.assert(fc.property(criteria, survives), { numRuns: 2_000, examples: known })
    expect(accepted).toBeGreaterThan(1_500)
    expect(inWords / accepted).toBeGreaterThan(0.5)
  })

  it('has one of each box, as deep as they are', () => {
    const where = `{"operator":"or","criteria":[{"fieldName":"count","operator":">","value":5},{"criteria":[
      {"fieldName":"state","operator":"=","value":"new"},{"operator":"not","criteria":[
      {"operator":"or","criteria":[{"fieldName":"open","operator":"=","value":true},
      {"fieldName":"day","operator":"isNull"}]}]}]}]}`
    const [chip, ...more] = readWhere(where)
    expect(more).toEqual([])
    expect(chip).toMatchObject({ of: 'any', chips: [{}, { of: 'all', chips: [{}, { of: 'none', chips: [{}, {}] }] }] })
    expect(JSON.parse(writeWhere(readWhere(where)))).toEqual(JSON.parse(where))
    expect(chip && describeChip(chip, context).value).toBe(
      'Count is greater than 5 or (State is new and (None of Open is Yes or Day is empty))',
    )
    expect(testsIn(chip ? [chip] : []).map(({ path }) => path)).toEqual(['count', 'state', 'open', 'day'])
  })

  it('leaves out boxes that nobody has filled in', () => {
    const test: Chip = { kind: 'test', path: 'a', test: 'isNull', values: [], orMissing: false }
    const empty: Chip = { kind: 'group', of: 'any', chips: [{ kind: 'group', of: 'none', chips: [] }] }
    expect(withoutEmpty([empty, test, { kind: 'group', of: 'all', chips: [empty, test] }])).toEqual([
      test,
      { kind: 'group', of: 'all', chips: [test] },
    ])
  })
})
