import { name, sql, trusted, type Sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import { locks, toStep, type AffectedColumns, type Precondition, type Step } from '../Step.ts'
import type { ColumnChanges } from './ColumnChanges.ts'
import { addColumnActions, alterTable, createIndex, defaultActions, noteStatements } from './ddl.ts'
import { noRecords, onlyFitValues } from './preconditions.ts'

/**
 * Makes all changes that can rewrite the table in one ALTER TABLE: the table is rewritten once, and no request sees it
 * without its computed fields.
 */
export function reshape(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  const actions = [...dropActions(changes), ...convertActions(changes), ...addActions(changes)]
  if (actions.length === 0) return []
  const rewrites = addsComputed(changes) || changes.converted.some(({ conversion }) => conversion.rewrites !== false)
  const loses = lossesOf(changes)
  const preconditions = preconditionsOf(before, changes)
  return [
    toStep(toTitle(after, changes), [alterTable(after.name, actions), ...finish(after, changes)], {
      lock: rewrites ? locks.rewrite : locks.short,
      rewrites,
      required: isRequired(changes),
      affects: toAffected(before, changes),
      ...(loses.length > 0 ? { loses: loses.join('; ') } : {}),
      ...(preconditions.length > 0 ? { preconditions } : {}),
    }),
  ]
}

function toAffected({ found }: TableState, changes: ColumnChanges): AffectedColumns {
  const dropped = [...changes.replaced, ...changes.regenerated].map((pair) => pair.before)
  return {
    table: found,
    dropped: [...computedOnly(changes).removed, ...dropped].map((column) => column.found),
    converted: [...changes.converted, ...changes.released].map((pair) => pair.before.found),
  }
}

function computedOnly({ added, removed }: ColumnChanges) {
  return {
    added: added.filter(({ template }) => template !== undefined),
    removed: removed.filter(({ template }) => template !== undefined),
  }
}

function dropActions(changes: ColumnChanges): Sql[] {
  const dropped = [...changes.regenerated, ...changes.replaced].map(({ before }) => before)
  return [
    ...[...computedOnly(changes).removed, ...dropped].map((column) => sql`drop column ${name(column.name)}`),
    ...changes.released.map(({ after }) => sql`alter column ${name(after.name)} drop expression`),
  ]
}

function convertActions({ converted }: ColumnChanges): Sql[] {
  return converted.flatMap(({ before, after, conversion }) => {
    const column = name(after.name)
    const type = sql`alter column ${column} type ${trusted(after.type)} using (${conversion.using(column)})`
    return [
      ...(before.default === undefined ? [] : [sql`alter column ${column} drop default`]),
      type,
      ...(after.defaultSql ? defaultActions(after) : []),
    ]
  })
}

/** Ordinary fields come first: computed fields can depend on them. */
function addActions(changes: ColumnChanges): Sql[] {
  const again = [...changes.replaced, ...changes.regenerated].map(({ after }) => after)
  const all = [...again, ...computedOnly(changes).added]
  const [ordinary, computed] = [all.filter((column) => !column.expression), all.filter((column) => column.expression)]
  return [...ordinary, ...computed].flatMap(addColumnActions)
}

/** Statements for the same transaction: column comments, and the unique indexes of computed fields. */
function finish(after: DesiredTable, changes: ColumnChanges): Sql[] {
  const fresh = [...changes.replaced, ...changes.regenerated].map((pair) => pair.after)
  const indexes = after.indexes.filter(
    ({ unique, column }) => unique && changes.regenerated.some((pair) => pair.after.name === column),
  )
  return [
    ...indexes.map((index) => createIndex(after.name, index, false)),
    ...[...fresh, ...computedOnly(changes).added].flatMap((column) => noteStatements(after.name, column)),
    ...[...changes.converted, ...changes.released].flatMap((pair) =>
      noteStatements(after.name, pair.after, pair.before),
    ),
  ]
}

function addsComputed(changes: ColumnChanges): boolean {
  const again = [...changes.replaced, ...changes.regenerated].map(({ after }) => after)
  return [...again, ...changes.added].some(({ template }) => template !== undefined)
}

/** A process can serve with a surplus computed field, or with one computed by another version's template. */
function isRequired(changes: ColumnChanges): boolean {
  const { converted, replaced, released } = changes
  return [converted, replaced, released, computedOnly(changes).added].some((columns) => columns.length > 0)
}

function lossesOf({ converted, replaced }: ColumnChanges): string[] {
  return [
    ...converted.flatMap(({ after, conversion }) =>
      conversion.loses ? [`${conversion.loses} of ${after.label}`] : [],
    ),
    ...replaced
      .filter(({ before }) => before.template === undefined)
      .map(({ after }) => `all values of ${after.label}`),
  ]
}

function preconditionsOf(before: TableState, { converted, replaced }: ColumnChanges): Precondition[] {
  return [
    ...converted.flatMap((pair) => onlyFitValues(before, pair, pair.conversion)),
    ...replaced.flatMap(({ after }) => noRecords(before, after)),
  ]
}

function toTitle({ label }: DesiredTable, changes: ColumnChanges): string {
  const { added, removed } = computedOnly(changes)
  const parts: [string, readonly { name: string; label?: string }[]][] = [
    ['drop', removed],
    ['convert', changes.converted.map(({ after }) => after)],
    ['replace', changes.replaced.map(({ after }) => after)],
    ['recompute', changes.regenerated.map(({ after }) => after)],
    ['keep the values of', changes.released.map(({ after }) => after)],
    ['compute', added],
  ]
  const verbs = parts
    .filter(([, columns]) => columns.length > 0)
    .map(([verb, columns]) => `${verb} ${columns.map((c) => c.name).join(', ')}`)
  return `Change columns of ${label}: ${verbs.join('; ')}`
}
