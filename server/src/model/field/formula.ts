import type { ExpressionTree } from '../../expression/ExpressionTree.ts'
import { fieldsOf } from '../../expression/ExpressionTree.ts'
import type { Field } from './Field.ts'
import type { FieldDeclaration } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { checkResult } from './formula/checkResult.ts'
import { type FormulaResult, type ResultType, resultOf, resultTypes } from './formula/FormulaResult.ts'
import { generatedSql } from './formula/generatedSql.ts'
import { excessOf, violationOf } from './formula/excess.ts'

export interface FormulaField extends CommonField {
  readonly type: 'formula'
  readonly formula: string
  readonly result: FormulaResult
  /** The checked expression. `Models` adds it. */
  readonly tree?: ExpressionTree
  /** Whether the value is in a column, or computed when the record is read. It follows from what the formula uses. */
  readonly computed?: 'stored' | 'read'
  /** The models of other records that its dotted names lead to. The metadata do not show them. */
  readonly reads?: readonly string[]
}

export type FormulaOptions = Omit<CommonOptions<never>, 'required' | 'default'>

/**
 * A value that PostgreSQL computes by an expression: `formula('quantity * price', decimal({ … }))`. It is stored if
 * fields of the record alone decide about it, and otherwise computed when the record is read.
 */
export function formula<Value, const Options extends FormulaOptions>(
  text: string,
  result: FieldDeclaration<Value, boolean>,
  options?: Options,
): FieldDeclaration<Value, false, false, 'formula'> & Options {
  return { ...(options as Options), formula: text, result, type: 'formula' }
}

/** Whether a field is a formula. */
export function isFormula(field: Field): field is FormulaField {
  return field.type === 'formula'
}

/** What all formulas have, whatever their result is. */
const common = {
  options: ['formula', 'result'],
  without: ['required', 'requiredWhen', 'default'],
  writable: false,
  asResult: true,
  uses: ({ tree }) => (tree ? fieldsOf(tree) : []),
  check: ({ result }) => checkResult(result),
  read: () => ({ fault: 'is computed and cannot be set' }),
  toKnown: (field, isKnown) => {
    const { reads: _, ...known } = field
    const { formula: _formula, tree, ...others } = known
    return tree && fieldsOf(tree).every((name) => isKnown.field(name)) ? known : others
  },
  sentSchema: () => ({}),
} as const satisfies Partial<FieldType<FormulaField>>

/** A formula whose values are those of another type, in a column. */
function storedType(type: FieldType<ResultType>): FieldType<FormulaField> {
  const { comparable, ordered, sortable, indexable, textual, multiple, canBeTitle } = type
  const { views, now, calendar, sums } = type
  return {
    ...common,
    comparable,
    ordered,
    sortable,
    indexable,
    textual,
    multiple,
    canBeTitle,
    ...(views ? { views } : {}),
    ...(now ? { now } : {}),
    ...(calendar ? { calendar } : {}),
    ...(sums ? { sums: { scale: (one) => sums.scale(resultOf(one)), json: (one) => sums.json(resultOf(one)) } } : {}),
    parseOperand: (value, field, models) => (type.parseOperand ?? type.read)(value, resultOf(field), models),
    columnType: (field) => type.columnType(resultOf(field)),
    constraint: (field, column) => excessOf(field.result)?.fits(column),
    violation: ({ result }) => violationOf(result),
    generated: generatedSql,
    indexLength: (field, model, findType) => type.indexLength?.(resultOf(field), model, findType) ?? 0,
    inExpression: ({ result }) => ({ type: result.type }),
    jsonLength: (field, model, findType) => type.jsonLength(resultOf(field), model, findType),
    typeScript: (field) => type.typeScript(resultOf(field)),
    schema: (field, context) => type.schema(resultOf(field), context),
    toJson: (field, column, context) => type.toJson(resultOf(field), column, context),
  }
}

/** A formula that is computed when the record is read: it has no column, and so no index and no definition. */
function readType(stored: FieldType<FormulaField>): FieldType<FormulaField> {
  const { constraint: _, violation: _violation, generated: _generated, ...others } = stored
  return { ...others, without: [...common.without, 'was'], stored: false, indexable: false, canBeTitle: false }
}

const storedTypes = resultTypes(storedType)
const readTypes = resultTypes((type) => readType(storedType(type)))

/** The type of a formula whose result is not known. */
export const formulaType: FieldType<FormulaField> = storedTypes.decimal

/** The type of a formula, by its result and by where it is computed. */
export function formulaTypeOf({ result, computed }: FormulaField): FieldType<FormulaField> {
  const types = computed === 'read' ? readTypes : storedTypes
  return Object.hasOwn(types, result?.type) ? types[result.type] : formulaType
}
