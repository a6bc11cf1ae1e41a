import * as fc from 'fast-check'
import { type FieldDeclarations, model, type ModelDeclaration } from '../../src/model/declare.ts'
import { boolean } from '../../src/model/field/boolean.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { date } from '../../src/model/field/date.ts'
import { dateTime } from '../../src/model/field/dateTime.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { formula } from '../../src/model/field/formula.ts'
import { integer } from '../../src/model/field/integer.ts'
import { json } from '../../src/model/field/json.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import type { Models } from '../../src/model/Models.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { withBuiltIn } from '../../src/model/builtIn/builtInModels.ts'
import { userModel } from '../../src/model/builtIn/names.ts'
import { toModel } from '../../src/model/toModel.ts'
import { toModels } from './everyType.ts'

/** Names with a meaning in SQL, in the service's statements or in JavaScript, which must have no effect. */
const names = [
  'order',
  'select',
  'user',
  'group',
  'from',
  'desc',
  't',
  'json',
  'keys',
  'place',
  'chosen',
  'page',
  'fits',
]
const others = [
  'toString',
  'length',
  'tMany',
  'x1',
  'aBC',
  'end',
  'case',
  'input',
  'source',
  'target',
  'value',
  'limit',
]
const packageName = 'org.example.chance'
const modelNames = ['Order', 'User', 'Page', 'T'].map((name) => `${packageName}.${name}`)

const choices = ['new', 'Old', "it's", '50%']

const required = fc.boolean()
const plainField = fc.oneof(
  fc.record({ required, indexed: fc.boolean() }).map((options) => text({ ...options, max: 30 })),
  required.map((yes) => integer({ required: yes })),
  fc
    .record({ required, scale: fc.integer({ min: 0, max: 4 }) })
    .map((options) => decimal({ ...options, precision: 14 })),
  required.map((yes) => boolean({ required: yes })),
  required.map((yes) => date({ required: yes })),
  required.map((yes) => dateTime({ required: yes })),
  required.map((yes) => choice(choices, { required: yes })),
  required.map((yes) => json({ required: yes })),
)

/** The model that a reference or links point to, by its index. */
const places = fc.integer({ min: 0, max: modelNames.length - 1 })
interface Shape {
  readonly fields: readonly FieldDeclarations[string][]
  readonly references: readonly { readonly to: number; readonly required: boolean; readonly back: boolean }[]
  readonly links: readonly number[]
  readonly formulas: readonly RandomFormula[]
  readonly rollups: readonly RandomRollup[]
}

/** A rollup, whose relation and field are chosen among those that there are. */
interface RandomRollup {
  readonly called: 'count' | 'sum' | 'min' | 'max' | 'latest'
  readonly relation: number
  readonly member: number
  readonly by: number
  readonly some: boolean
}

/** The text of a formula over some fields, and the digits of its result; none: it is whole. */
interface RandomFormula {
  readonly toText: (names: readonly string[]) => string
  readonly scale: number | null
}

const formulaText = fc.letrec<{ node: RandomFormula['toText'] }>((tie) => {
  const operand = fc.nat(5).map((place) => (names: readonly string[]) => names[place % names.length] ?? '0')
  const number = fc.constantFrom('0', '1', '2.5', '0.125', '1000').map((text) => () => text)
  const operation = fc.tuple(tie('node'), fc.constantFrom('+', '-', '*', '/'), tie('node')).map(
    ([left, sign, right]) =>
      (names: readonly string[]) =>
        `(${left(names)} ${sign} ${right(names)})`,
  )
  const negative = tie('node').map((of) => (names: readonly string[]) => `-${of(names)}`)
  const rounded = fc.tuple(tie('node'), fc.nat(3)).map(
    ([of, digits]) =>
      (names: readonly string[]) =>
        `round(${of(names)}, ${digits})`,
  )
  return {
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: operand },
      { weight: 1, arbitrary: number },
      { weight: 4, arbitrary: operation },
      { weight: 1, arbitrary: negative },
      { weight: 1, arbitrary: rounded },
    ),
  }
}).node

const randomFormula: fc.Arbitrary<RandomFormula> = fc.record({
  toText: formulaText,
  scale: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 4 }),
})

const shape: fc.Arbitrary<Shape> = fc.record({
  fields: fc.array(plainField, { minLength: 4, maxLength: 9 }),
  references: fc.array(fc.record({ to: places, required, back: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  links: fc.array(places, { maxLength: 2 }),
  formulas: fc.array(randomFormula, { minLength: 1, maxLength: 2 }),
  rollups: fc.array(
    fc.record({
      called: fc.constantFrom('count', 'sum', 'min', 'max', 'latest'),
      relation: fc.nat(5),
      member: fc.nat(9),
      by: fc.nat(9),
      some: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const shapes = fc.tuple(
  fc.array(shape, { minLength: 2, maxLength: modelNames.length }),
  fc.shuffledSubarray([...names, ...others], { minLength: 20 }),
)

/** Models with fields of every type that refer to each other in every way. */
export const randomModels: fc.Arbitrary<Models> = shapes.map(([made, fieldNames]) =>
  toModels(toDeclarations(made, fieldNames)),
)

/** The same, with records that have owners, and users with fields of every type. */
export const randomOwnedModels: fc.Arbitrary<Models> = shapes.map(([made, fieldNames]) => {
  const declared = toDeclarations(made, fieldNames, { owner: reference(userModel) })
  return withBuiltIn(declared.map(toModel), userFields)
})

/** A field of every type for rules to compare with. */
export const userFields: FieldDeclarations = {
  region: text({ max: 30 }),
  level: integer(),
  amount: decimal({ precision: 14, scale: 2 }),
  open: boolean(),
  joined: date(),
  seenOn: dateTime(),
  rank: choice(choices),
  home: reference(nameOf(0)),
}

function toDeclarations(
  shapes: readonly Shape[],
  fieldNames: readonly string[],
  more: FieldDeclarations = {},
): ModelDeclaration[] {
  const backs = shapes.flatMap((one, from) =>
    referencesOf(one, from, shapes.length).map((field) => ({ from, ...field })),
  )
  return shapes.map((one, index) => {
    const plain = one.fields.map((field, n) => [fieldNames[n] ?? `plain${n}`, field] as const)
    const own = referencesOf(one, index, shapes.length).map(({ name, to, required }) => [
      name,
      reference(nameOf(to), { required }),
    ])
    const linked = one.links.map((to, n) => [`links${n}`, links(nameOf(to % shapes.length))] as const)
    const collections = backs
      .filter(({ to, back }) => back && to === index)
      .map(({ from, name }) => [`${name}Of${from}`, collection(nameOf(from), { by: name })] as const)
    const fields: FieldDeclarations = Object.fromEntries([
      ['name', text({ required: true, max: 30 })],
      ...plain,
      ...Object.entries(more),
      ...own,
      ...linked,
      ...collections,
      ...formulasOf(one, plain),
      ...rollupsOf(one, [...linked, ...collections], (target) => shapes[modelNames.indexOf(target)], fieldNames),
      ['label', computed(`{name}[ ({${textIn(plain) ?? 'name'}})]`)],
    ])
    const searched = ['name', ...[textIn(plain) ?? []].flat()]
    const sorted = plain.filter(([, { type }]) => type === 'integer' || type === 'date').map(([name]) => `-${name}`)
    return model({
      name: nameOf(index),
      title: index % 2 === 0 ? 'name' : 'label',
      list: ['label', ...own.map(([name]) => String(name))],
      ...(index % 2 === 0 ? { search: searched } : {}),
      ...(sorted.length > 0 ? { indexes: [sorted.slice(0, 2)] } : {}),
      fields,
    })
  })
}

/** Large enough for every result: what does not fit is refused, and the comparisons are about what is there. */
function formulasOf({ formulas }: Shape, plain: readonly (readonly [string, FieldDeclarations[string]])[]) {
  const numbers = plain.filter(([, { type }]) => type === 'integer' || type === 'decimal').map(([name]) => name)
  if (numbers.length === 0) return []
  return formulas.map(({ toText, scale }, n) => {
    const names = n === 0 ? numbers : [...numbers, 'formula0']
    const result = decimal({ precision: 100, scale: scale ?? 0 })
    return [`formula${n}`, formula(`${toText(names)} + 0 * ${names[0]}`, result)] as const
  })
}

/** Rollups over the relations of a model, as far as the other model has fields for them. */
function rollupsOf(
  { rollups }: Shape,
  relations: readonly (readonly [string, { readonly target: string }])[],
  shapeOf: (target: string) => Shape | undefined,
  fieldNames: readonly string[],
) {
  return rollups.flatMap(({ called, relation, member, by, some }, n) => {
    const [name, other] = relations[relation % relations.length] ?? []
    const fields = other ? (shapeOf(other.target)?.fields ?? []) : []
    const named = (types: readonly string[]) =>
      fields.flatMap(({ type }, place) => (types.includes(type) ? [fieldNames[place] ?? `plain${place}`] : []))
    const ordered = ['name', ...named(['text', 'integer', 'date', 'choice'])]
    const members = called === 'sum' ? named(['integer', 'decimal']) : [...ordered, ...named(['decimal', 'dateTime'])]
    const chosen = called === 'count' ? '' : members[member % members.length]
    if (name === undefined || chosen === undefined) return []
    const options = {
      ...(some ? { where: { fieldName: 'name', operator: '>=', value: 'a' } } : {}),
      ...(called === 'latest' ? { by: ordered[by % ordered.length] ?? 'name' } : {}),
    }
    const of = chosen === '' ? name : `${name}.${chosen}`
    return [[`rollup${n}`, { ...options, function: called, of, type: 'rollup' }] as const]
  })
}

/** A required reference points to an earlier model, so that records can be created in the order of the models. */
function referencesOf({ references }: Shape, from: number, count: number) {
  return references.map(({ to, required: wanted, back }, n) => {
    const place = to % count
    return { name: `ref${n}`, to: place, required: wanted && place < from, back }
  })
}

function textIn(fields: readonly (readonly [string, FieldDeclarations[string]])[]): string | undefined {
  return fields.find(([, { type }]) => type === 'text')?.[0]
}

function nameOf(index: number): string {
  return modelNames[index] ?? ''
}
