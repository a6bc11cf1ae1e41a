import { describe, expect, expectTypeOf, it } from 'vitest'
import { describeTypes } from '../../../server/src/criteria/describeTypes.ts'
import { comparators, operatorsFor } from '../../../server/src/criteria/operators.ts'
import type { Field } from '../../../server/src/model/field/Field.ts'
import type { FieldType } from '../../../server/src/model/field/FieldType.ts'
import { fieldTypes as serviceTypes } from '../../../server/src/model/field/fieldTypes.ts'
import type { Section as DeclaredSection, Model } from '../../../server/src/model/Model.ts'
import { relationOptions } from '../../../server/src/model/checkRelation.ts'
import type { Relation } from '../../../server/src/model/relation/Relation.ts'
import type { Words } from '../../../server/src/text/words.ts'
import { isOther, operatorOf } from '../criteria/Chip.ts'
import { operatorsOf, testsOf } from '../criteria/testsOf.ts'
import { fieldTypes, type FieldType as KnownType } from './fieldTypes.ts'
import { type FieldMeta, isComputed, type ModelMeta, type TypeTraits } from './ModelMeta.ts'
import type { Section } from './Section.ts'

/** The members of the service's type that the console's type has, too. */
type Shared<Of, As> = Of extends unknown ? InOneLanguage<Pick<Of, keyof Of & keyof As>> : never

/** Metadata are in the language of the request: what is declared by language is one text in them. */
type InOneLanguage<T> = Words extends T
  ? string | Extract<T, undefined>
  : T extends object
    ? { [K in keyof T]: InOneLanguage<T[K]> }
    : T

describe('the console reads metadata as the service describes it', () => {
  it('of models, fields and relations', () => {
    // Of `only`, metadata have the fields alone: what only actions do with whole records is told by `may`. Conditions
    // of forms are trees there.
    type KnownModel = Omit<ModelMeta, 'fields' | 'only' | 'sections'>
    expectTypeOf<Shared<Model, KnownModel>>().toExtend<Partial<KnownModel>>()
    type KnownSection = Omit<Section, 'when'>
    expectTypeOf<Shared<DeclaredSection, KnownSection>>().toExtend<KnownSection>()
    // The service checks a default when it loads models, and has no type for it. The names of types are compared below.
    type KnownField = Omit<FieldMeta, 'default' | 'type' | 'when' | 'requiredWhen'>
    expectTypeOf<Shared<Field | Relation, KnownField>>().toExtend<Partial<KnownField>>()
    expect(Object.keys(fieldTypes)).toContain('text')
  })
})

describe('the console knows the types and operators of the service', () => {
  const types = Object.entries<FieldType<never>>(serviceTypes)
  const described = describeTypes() as Record<string, TypeTraits>
  /** A field of the type, with or without what the service says about it. */
  const fieldOf = (type: string, traits?: TypeTraits): FieldMeta => ({
    name: 'x',
    label: 'X',
    type: type as KnownType,
    ...(traits && { traits }),
  })
  const operatorsIn = (field: FieldMeta) =>
    new Set(testsOf(field).flatMap((test) => (isOther(test) ? [operatorOf(test)] : operatorsOf[test])))

  it('has a row in meta/fieldTypes.ts for each type', () => {
    const names = [...types.map(([name]) => name), ...Object.keys(relationOptions)]
    const missing = names.filter((name) => !Object.hasOwn(fieldTypes, name))
    expect(missing.map((name) => `console/src/meta/fieldTypes.ts needs a row for ${name}`)).toEqual([])
    const gone = Object.keys(fieldTypes).filter((name) => !names.includes(name))
    expect(gone.map((name) => `console/src/meta/fieldTypes.ts has ${name}, which the service has not`)).toEqual([])
  })

  it.each(types)('%s is computed where the service says so, and where it says nothing', (name, { writable }) => {
    expect(isComputed(fieldOf(name, described[name]))).toBe(!writable)
    expect(isComputed(fieldOf(name))).toBe(!writable)
  })

  it.each(types)('%s is filtered by operators that it has, and by all that it needs', (name, type) => {
    const said = operatorsIn(fieldOf(name, described[name]))
    const unsaid = operatorsIn(fieldOf(name))
    const known: readonly string[] = operatorsFor(type)
    // A rollup is filtered as its result. A choice is text to the service, and a list to choose from for people, as the
    // values of a set are.
    const lacking = ['rollup', 'choice', 'choices'].includes(name)
      ? []
      : known.filter((operator) => !said.has(operator))
    const refused = name === 'rollup' ? [] : [...unsaid].filter((operator) => !known.includes(operator))
    const row = `console/src/meta/fieldTypes.ts: the family of ${name}`
    expect(lacking.map((operator) => `${row} lacks ${operator}`)).toEqual([])
    expect(refused.map((operator) => `${row} offers ${operator}: take another, such as other`)).toEqual([])
  })

  it('every operator belongs to a test of criteria/testsOf.ts, or takes one value', () => {
    const all = new Set(['text', 'choices'].flatMap((name) => [...operatorsIn(fieldOf(name, described[name]))]))
    const lost = comparators.filter((operator) => !all.has(operator))
    expect(lost.map((operator) => `console/src/criteria/Chip.ts and testsOf.ts need a test for ${operator}`)).toEqual(
      [],
    )
  })
})
