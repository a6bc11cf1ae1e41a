import type { Mutant } from './mutants.ts'

/** What the values of fields may be: limits, tidying, unique groups, default variables and choices. */
export const valuesMutants: readonly Mutant[] = [
  {
    suite: 'limits.test.ts',
    name: 'a value below min is taken',
    file: 'model/field/limits.ts',
    from: 'if (min !== undefined && isPast(min, -1))',
    to: 'if (min !== undefined && isPast(min, 0))',
    tests: 'asked of a create and an update',
  },
  {
    suite: 'limits.test.ts',
    name: 'the database does not keep the limits',
    file: 'model/field/limits.ts',
    from: 'return conditions.length === 0 ? undefined',
    to: 'return conditions.length >= 0 ? undefined',
    tests: 'kept by the database',
  },
  {
    suite: 'limits.test.ts',
    name: 'a search may compare only with values within the limits',
    file: 'model/field/date.ts',
    from: '  parseOperand: parseDay,\n',
    to: '',
    tests: 'do not restrict what a search compares with',
  },
  {
    suite: 'tidy.test.ts',
    name: 'what a search compares with is not tidied',
    file: 'model/field/text.ts',
    from: 'parseOperand: (value, field) => tidyReading(parsePlainText(value), field),',
    to: 'parseOperand: (value) => parsePlainText(value),',
    tests: 'what a search compares with',
  },
  {
    suite: 'tidy.test.ts',
    name: 'white space is a value of a required field',
    file: 'model/field/text.ts',
    from: "if (value === '' && field.required",
    to: "if (value === ' ' && field.required",
    tests: 'leaves no value in white space',
  },
  {
    suite: 'tidy.test.ts',
    name: 'stored text is not tidied when tidy is added',
    file: 'model/field/text.ts',
    from: 'field.tidy && {',
    to: 'field.tidy && undefined && {',
    tests: 'tidies them with consent',
  },
  {
    suite: 'tidy.test.ts',
    name: 'two records may become the same by tidying',
    file: 'schema/compare/preconditions.ts',
    from: 'if (!index) return []',
    to: 'if (index || !index) return []',
    tests: 'where two would become the same',
  },
  {
    suite: 'tidy.test.ts',
    name: 'an old version is shown tidy',
    file: 'model/field/text.ts',
    from: '  parseStored: (value) => parsePlainText(value),\n',
    to: '',
    tests: 'lets an old version show the text as it was',
  },
]
