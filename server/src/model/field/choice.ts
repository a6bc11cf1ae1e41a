import { join, sql } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { escapedLength, findTextFault, toLiterals } from './text.ts'
import { textual } from './traits.ts'

export interface ChoiceField extends CommonField {
  readonly type: 'choice'
  readonly values: readonly string[]
}

/** One of a fixed list of texts. */
export function choice<const Values extends readonly string[], const Options extends CommonOptions<Values[number]>>(
  values: Values,
  options?: Options,
): FieldDeclaration<Values[number], IsRequired<Options>> & Options & { values: Values } {
  return { ...(options as Options), values, type: 'choice' }
}

export const choiceType: FieldType<ChoiceField> = {
  ...textual,
  options: ['values'],
  writable: true,
  check: ({ values }) => {
    if (!Array.isArray(values) || values.length === 0 || values.length > 1000)
      return ["a choice needs its values, from 1 to 1000: choice(['open', 'closed'])"]
    const unfit = values.filter((value) => typeof value !== 'string' || !isFit(value))
    if (unfit.length > 0)
      return [`the values of a choice must be texts of 1 to 100 characters, not ${JSON.stringify(unfit)}`]
    if (new Set(values).size < values.length) return ['a choice must not name a value twice']
    return []
  },
  read: (value, { values }) =>
    typeof value === 'string' && values.includes(value) ? { value } : { fault: `must be one of ${values.join(', ')}` },
  columnType: () => 'text',
  constraint: ({ values }, column) => sql`${column} in (${join(toLiterals(values))})`,
  indexLength: maxLengthOf,
  inTemplate: { toText: (column) => column, maxLength: maxLengthOf },
  jsonLength: (field) => escapedLength(maxLengthOf(field)),
  toJson: (_, column) => column,
}

/** Accepts wrong values too, since the mistakes of all fields are reported together. */
function maxLengthOf({ values }: ChoiceField): number {
  return Math.max(...[values].flat().map((value) => String(value).length))
}

function isFit(value: string): boolean {
  return value.length >= 1 && value.length <= 100 && findTextFault(value) === undefined
}
