import type { Json } from '../meta/ModelMeta.ts'

/**
 * What a filter asks of a field, as people choose it. `is`, `isNot`, `hasAny` and `hasAll` take one value or several,
 * `contains` and `lacks` plain text, `like` and `notLike` a pattern with wildcards.
 */
export type KnownTest =
  | 'is'
  | 'isNot'
  | 'contains'
  | 'lacks'
  | 'like'
  | 'notLike'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'between'
  | 'notBetween'
  | 'hasAny'
  | 'hasAll'
  | 'isNull'
  | 'notNull'

/** A test by an operator that the console does not know, with one value. */
export type OtherTest = `operator ${string}`

export type Test = KnownTest | OtherTest

/** The test by an operator that the console does not know. */
export function otherTest(operator: string): OtherTest {
  return `operator ${operator}`
}

/** The operator of a test that the console does not know. */
export function operatorOf(test: OtherTest): string {
  return test.slice('operator '.length)
}

/** Whether the console knows a test by an operator's name alone. */
export function isOther(test: Test): test is OtherTest {
  return test.startsWith('operator ')
}

/** A comparison of one field. */
export interface TestChip {
  readonly kind: 'test'
  /** A field, or a dotted name over references. */
  readonly path: string
  readonly test: Test
  /** As find takes them: none for `isNull`, two for `between`, any number but zero for `is`. */
  readonly values: readonly Json[]
  /** Whether records without a value meet it too. */
  readonly orMissing: boolean
}

/** Several chips of which a record must meet all, any or none. */
export interface GroupChip {
  readonly kind: 'group'
  readonly of: 'all' | 'any' | 'none'
  readonly chips: readonly Chip[]
}

/** Criteria that have no form in words, as the text that the address holds, and what is no criterion at all. */
export interface JsonChip {
  readonly kind: 'json'
  readonly text: string
}

/** One part of a filter. A record must meet all of them. */
export type Chip = TestChip | GroupChip | JsonChip

/** All comparisons, whatever groups they are in. */
export function testsIn(chips: readonly Chip[]): TestChip[] {
  return chips.flatMap((chip) => (chip.kind === 'group' ? testsIn(chip.chips) : chip.kind === 'test' ? [chip] : []))
}

/** The chips without the groups that nobody has filled in yet. */
export function withoutEmpty(chips: readonly Chip[]): Chip[] {
  return chips.flatMap((chip): Chip[] => {
    if (chip.kind !== 'group') return [chip]
    const filled = withoutEmpty(chip.chips)
    return filled.length === 0 ? [] : [{ ...chip, chips: filled }]
  })
}

/** How many values a test takes. */
export function valuesOf(test: Test): 'none' | 'one' | 'two' | 'some' {
  if (test === 'isNull' || test === 'notNull') return 'none'
  if (test === 'between' || test === 'notBetween') return 'two'
  return ['is', 'isNot', 'hasAny', 'hasAll'].includes(test) ? 'some' : 'one'
}

/** Whether a test passes over records without a value although people may expect them. */
export function passesOverMissing(test: Test): boolean {
  return test === 'isNot' || test === 'lacks' || test === 'notLike' || test === 'notBetween'
}
