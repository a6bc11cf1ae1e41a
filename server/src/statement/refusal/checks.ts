import { type ParsedCheck, parseCheck } from '../../criteria/ParsedCheck.ts'
import type { Test } from '../../criteria/parseTest.ts'
import { builtInColumns } from '../../criteria/path.ts'
import { toSql } from '../../expression/toSql.ts'
import { isChoice } from '../../model/field/choice.ts'
import type { Field } from '../../model/field/Field.ts'
import { toLiterals } from '../../model/field/text.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { conditionSql, type Joins, seenColumn } from '../condition/conditionSql.ts'
import { expressionScope } from '../condition/formulaSql.ts'
import { NewRow, storedSourcesOf } from '../record/NewRow.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import type { RowCheck, RowsToWrite } from './refusals.ts'

/** Refuses rows that break a check of their model. */
export function brokenChecks(rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  if (!rows.model.checks) return []
  return parsedChecks(rows.model, scope).map(({ parsed, reads, readsBuiltIn }) => ({
    reason: { kind: 'check', name: parsed.check.name },
    applies: () => isBroken(parsed, new NewRow(rows, scope)),
    reads: reads.filter((field) => isWritten(field, rows)),
    readsOld:
      rows.operation === 'update' &&
      (readsBuiltIn || parsed.before.length > 0 || reads.some((field) => !isWritten(field, rows))),
  }))
}

function isWritten({ name }: Field, { fields }: RowsToWrite): boolean {
  return fields.some((field) => field.name === name)
}

interface CheckReads {
  readonly parsed: ParsedCheck
  /** The stored fields that decide. */
  readonly reads: readonly Field[]
  readonly readsBuiltIn: boolean
}

/** The checks of a model are parsed once, because every write needs to know which fields they read. */
function parsedChecks({ name }: Model, { visibility, models }: ReadScope): CheckReads[] {
  return visibility.cached(`checks of ${name}`, () => {
    const model = models.get(name)
    return (model.checks ?? []).map((check) => {
      const parsed = parseCheck(check, model, models)
      const readsBuiltIn = parsed.own.some((field) => builtInColumns.includes(field))
      return { parsed, reads: parsed.own.flatMap((field) => storedSourcesOf(field, model)), readsBuiltIn }
    })
  })
}

/** Whether the record breaks the check. Never unknown: a check that can't be decided passes. */
export function isBroken({ when, holds }: ParsedCheck, row: Joins): Sql {
  const fails = sql`(${testSql(holds, row)}) is false`
  const broken = when ? sql`(${testSql(when, row)}) is true and ${fails}` : fails
  return row.isEmpty ? broken : sql`(select ${broken} from (select 1) as _one${row.toSql()})`
}

/** What a check or the condition of an action asks for, over a record. */
export function testSql(test: Test, row: Joins): Sql {
  return test.is === 'expression' ? toSql(test.tree, expressionScope(row)) : conditionSql(test, row)
}

/**
 * Refuses rows whose choice may not follow the present one. A field without a value may get any. What undoes the last
 * writes of a record goes back along their very step, unless the model forbids it: the row has the record's version, so
 * nobody has written it since.
 */
export function brokenTransitions(rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  const { operation, model, fields } = rows
  const { transitions, undoTransitions } = model
  if (!transitions || operation !== 'update' || (rows.undoesLast && undoTransitions !== false)) return []
  return fields.flatMap((field): RowCheck[] => {
    const byValue = Object.hasOwn(transitions, field.name) ? transitions[field.name] : undefined
    if (!byValue || !isChoice(field)) return []
    const values = join(toLiterals(field.values))
    return [
      {
        reason: { kind: 'transition', field: field.name },
        applies: () => isNoTransition(field, byValue),
        // The ordinal of the present value, unless it is hidden from the caller.
        found: () => {
          const present = seenColumn(model, field.name, '_old', scope)
          return sql`coalesce(array_position(array[${values}], ${present})::text, '')`
        },
        reads: [field],
        readsOld: true,
      },
    ]
  })
}

function isNoTransition(field: Field, byValue: Readonly<Record<string, readonly string[]>>): Sql {
  const [given, present] = [column('input', columnOf(field.name)), column('_old', columnOf(field.name))]
  const allowed = Object.entries(byValue)
    .filter(([, followers]) => followers.length > 0)
    .map(([from, to]) => sql`(${present} = ${literal(from)} and ${given} in (${join(toLiterals(to))}))`)
  const follows = allowed.length === 0 ? sql`false` : sql`coalesce(${join(allowed, ' or ')}, false)`
  return sql`${present} is not null and ${given} is distinct from ${present} and not ${follows}`
}
