import { didYouMean } from '../../text/didYouMean.ts'
import { sql } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { parsePlainText } from './text.ts'
import { textual } from './traits.ts'

export interface CurrencyField extends CommonField {
  readonly type: 'currency'
}

/** The code of a currency (ISO 4217), such as `NZD`. Amounts in other fields can be in it. */
export function currency<const Options extends CommonOptions<string>>(
  options?: Options,
): FieldDeclaration<string, IsRequired<Options>, true, 'currency'> & Options {
  return { ...(options as Options), type: 'currency' }
}

/** Whether a field has codes of currencies. */
export function isCurrency({ type }: { readonly type: string }): boolean {
  return type === 'currency'
}

const codeLength = 3

export const currencyType: FieldType<CurrencyField> = {
  ...textual,
  options: [],
  writable: true,
  read: (value) => (typeof value === 'string' ? parseCode(value) : { fault: 'must be text, such as "NZD"' }),
  parseOperand: (value) => parsePlainText(value),
  parseStored: (value) => parsePlainText(value),
  columnType: () => 'text',
  constraint: (_, column) => sql`char_length(${column}) = 3`,
  indexLength: () => codeLength,
  inExpression: () => ({ type: 'text' }),
  inTemplate: { toText: (column) => column, maxLength: () => codeLength },
  jsonLength: () => codeLength + 2,
  typeScript: () => 'string',
  schema: () => ({ type: 'string', minLength: codeLength, maxLength: codeLength }),
  sentSchema: () => ({ type: 'string', pattern: '^[A-Z]{3}$' }),
  toJson: (_, column) => column,
}

function parseCode(value: string): Reading {
  const fault = findCodeFault(value)
  return fault === undefined ? { value } : { fault }
}

/** What is wrong with the code of a currency; undefined if there is such a currency. */
export function findCodeFault(code: string): string | undefined {
  const known = Intl.supportedValuesOf('currency')
  if (known.includes(code)) return undefined
  return `must be the code of a currency, such as NZD.${didYouMean(code.slice(0, 10).toUpperCase(), known)}`
}
