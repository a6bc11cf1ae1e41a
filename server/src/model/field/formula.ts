import { sql, type Sql, trusted } from '../../sql/sql.ts'
import { checkFormula, checkResult } from './formula/checkFormula.ts'
import { fieldsOf } from './formula/Formula.ts'
import { formulaSql, toTemplate } from './formula/formulaSql.ts'
import { parseFormula } from './formula/parseFormula.ts'
import { withFormulas } from './formula/withFormulas.ts'
import { type DecimalField, decimalType } from './decimal.ts'
import type { FieldDeclaration } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { type IntegerField, integerType } from './integer.ts'
import { scalar } from './traits.ts'
import { numberViews } from './views.ts'

/** The type of a formula's value: exact to some digits after the point, or whole. */
export type FormulaResult =
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly type: 'integer' }

export interface FormulaField extends CommonField {
  readonly type: 'formula'
  readonly formula: string
  readonly result: FormulaResult
}

export type FormulaOptions = Omit<CommonOptions<never>, 'required' | 'default'>

/**
 * A number that PostgreSQL computes from other fields of the record: `formula('quantity * price', decimal({ … }))`.
 * There is none if one of them is missing, or if it divides by zero.
 */
export function formula<Value, const Options extends FormulaOptions>(
  text: string,
  result: FieldDeclaration<Value, boolean>,
  options?: Options,
): FieldDeclaration<Value, false, false, 'formula'> & Options {
  return { ...(options as Options), formula: text, result, type: 'formula' }
}

export const formulaType: FieldType<FormulaField> = {
  ...scalar,
  options: ['formula', 'result'],
  without: ['required', 'default'],
  views: numberViews,
  writable: false,
  check: (field, model) => {
    const mistakes = checkResult(field.result)
    return mistakes.length > 0 ? mistakes : checkFormula(field, model)
  },
  read: () => ({ fault: 'is computed and cannot be set' }),
  parseOperand: (value, field, models) =>
    byResult(
      field,
      (own) => (decimalType.parseOperand ?? decimalType.read)(value, own, models),
      (own) => (integerType.parseOperand ?? integerType.read)(value, own, models),
    ),
  columnType: (field) => byResult(field, decimalType.columnType, integerType.columnType),
  constraint: (field, column) => sql`${column} <> ${excessOf(field)}`,
  violation: (field) =>
    byResult(
      field,
      ({ precision, scale }) => `would have more than ${precision - scale} digits before the point`,
      () => 'would be beyond 9007199254740991, the greatest number of this kind',
    ),
  generated: (field, model) => {
    const whole = withFormulas(parseFormula(field.formula), model)
    const rounded = sql`round(${formulaSql(whole)}, ${trusted(String(scaleOf(field)))})`
    const value = field.result.type === 'decimal' ? rounded : sql`${rounded}::bigint`
    return {
      template: toTemplate(whole),
      expression: sql`case when abs(${rounded}) >= ${limitOf(field)} then ${excessOf(field)} else ${value} end`,
    }
  },
  toKnown: (field, isKnown) => {
    if (fieldsOf(parseFormula(field.formula)).every(({ name }) => isKnown.field(name))) return field
    const { formula: _, ...others } = field
    return others
  },
  sums: { scale: scaleOf, json: ({ result }) => (result.type === 'decimal' ? 'text' : 'number') },
  indexLength: (field, model, findType) =>
    byResult(
      field,
      (own) => decimalType.indexLength?.(own, model, findType) ?? 0,
      () => 0,
    ),
  jsonLength: (field, model, findType) =>
    byResult(
      field,
      (own) => decimalType.jsonLength(own, model, findType),
      (own) => integerType.jsonLength(own, model, findType),
    ),
  typeScript: (field) => byResult(field, decimalType.typeScript, integerType.typeScript),
  schema: (field, context) =>
    byResult(
      field,
      (own) => decimalType.schema(own, context),
      (own) => integerType.schema(own, context),
    ),
  sentSchema: () => ({}),
  toJson: (field, column, context) =>
    byResult(
      field,
      (own) => decimalType.toJson(own, column, context),
      (own) => integerType.toJson(own, column, context),
    ),
}

/** What the type of the result does with the value, which is like that of an ordinary field of that type. */
function byResult<T>(
  { result, ...others }: FormulaField,
  ofDecimal: (field: DecimalField) => T,
  ofInteger: (field: IntegerField) => T,
): T {
  return result.type === 'decimal' ? ofDecimal({ ...others, ...result }) : ofInteger({ ...others, ...result })
}

function scaleOf({ result }: FormulaField): number {
  return result.type === 'decimal' ? result.scale : 0
}

/** The least number that the type of the result cannot hold. */
function limitOf({ result }: FormulaField): Sql {
  return trusted(result.type === 'decimal' ? `1e${result.precision - result.scale}` : '9007199254740992')
}

/**
 * The value of a result that is too large for its type. A check constraint rejects it: so PostgreSQL names the field,
 * which it does not do if a value does not fit its column.
 */
function excessOf({ result }: FormulaField): Sql {
  return trusted(result.type === 'decimal' ? `'NaN'::numeric` : '9007199254740992')
}
