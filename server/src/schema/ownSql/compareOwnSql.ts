import { createHash } from 'node:crypto'
import { shortNameOf } from '../../model/checkOwnSql.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf, recordSchema, tableOf } from '../../model/names.ts'
import { fillNames, type OwnSql, toRunOrder } from '../../model/ownSql.ts'
import { literal, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { locks, type Step, toBlockedStep, toStep } from '../Step.ts'
import type { AppliedSql } from './inspectOwnSql.ts'

/** The steps before those of the models, and the steps after them. */
export interface OwnSqlSteps {
  readonly before: readonly Step[]
  readonly after: readonly Step[]
}

/**
 * Compares the SQL that the application declares with what the database has. What is gone is taken back before the
 * models change. SQL on columns that a step drops or converts is taken back before, and runs again after it.
 */
export function compareOwnSql(applied: readonly AppliedSql[], models: Models, ofModels: readonly Step[]): OwnSqlSteps {
  const declared = toRunOrder(models.ownSql)
  const before: Step[] = []
  const after: Step[] = []
  for (const own of applied.toReversed())
    if (!declared.some((one) => one.name === own.name)) before.push(takeBack(own, true))
  for (const one of declared) {
    const own = applied.find((candidate) => candidate.name === one.name)
    const isSame = own?.digest === digestOf(one)
    if (!own) after.push(toRun(one, models))
    else if (!isSame && own.down.length === 0) after.push(cannotReplace(one))
    else if (own.down.length > 0 && ofModels.some((step) => !isSame || concerns(step, own))) {
      before.push(takeBack(own, false))
      after.push(toRun(one, models))
    } else if (!isSame) after.push(...toReplace(own, one, models))
    else if (differs(own, one, models)) after.push(toRename(one, models))
  }
  return { before, after }
}

/** Whether a step drops or converts columns of a table that the SQL is about. */
function concerns({ affects }: Step, { on }: AppliedSql): boolean {
  return affects !== undefined && on.includes(affects.table)
}

/** A digest of the declared SQL. A model counts by its place in `on`, so that its new name applies nothing again. */
export function digestOf({ on, up, down, transaction, after }: OwnSql): string {
  const placed = [up, down].map((statements) =>
    statements.map((statement) =>
      fillNames(statement, (short, field) => `{${on.findIndex((one) => shortNameOf(one) === short)}.${field ?? ''}}`),
    ),
  )
  const text = JSON.stringify([placed, transaction, after])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function toRun(one: OwnSql, models: Models): Step {
  return ownStep(`Run ${one.name}`, [...resolve(one.up, one, models)], remember(one, models), one.transaction, true)
}

function toReplace(own: AppliedSql, one: OwnSql, models: Models): Step[] {
  const up = resolve(one.up, one, models)
  if (own.transaction && one.transaction)
    return [ownStep(`Replace ${one.name}`, [...own.down, ...up], remember(one, models), true, false)]
  return [takeBack(own, false), ownStep(`Run ${one.name}`, up, remember(one, models), one.transaction, false)]
}

function takeBack(own: AppliedSql, isGone: boolean): Step {
  const title = `Take back ${own.name}`
  if (isGone && own.down.length === 0)
    return toBlockedStep(
      title,
      `It has no down. Run \`npx tabularium migrate forget ${own.name}\` to keep what it made, or write a down.`,
    )
  return ownStep(
    title,
    own.down,
    sql`delete from tabularium.own_sql where name = ${literal(own.name)}`,
    own.transaction,
    false,
  )
}

function cannotReplace(one: OwnSql): Step {
  return toBlockedStep(
    `Replace ${one.name}`,
    'Its SQL has changed, and what the database has has no down: give the new SQL a name of its own.',
  )
}

function toRename(one: OwnSql, models: Models): Step {
  return toStep(`Note the new names in ${one.name}`, [remember(one, models)], { lock: locks.none, service: true })
}

function differs(own: AppliedSql, one: OwnSql, models: Models): boolean {
  const now = [resolve(one.up, one, models), resolve(one.down, one, models), tablesOf(one)]
  return JSON.stringify(now) !== JSON.stringify([own.up, own.down, own.on])
}

const asItsSqlSays = 'as its SQL says'

function ownStep(
  title: string,
  statements: readonly string[],
  note: Sql,
  transaction: boolean,
  required: boolean,
): Step {
  const text = statements.join('\n')
  return toStep(title, [...statements.map((statement) => trusted(statement)), note], {
    mode: transaction ? 'transaction' : 'alone',
    lock: asItsSqlSays,
    required,
    ...(/\bdrop\s+(table|column|schema)\b|\btruncate\b/i.test(text) ? { loses: 'what its SQL drops' } : {}),
    ...(/\b(insert\s+into|update|delete\s+from)\s+"record"\./i.test(text)
      ? { notes: ['It writes records without versions and totals: use a migration() for that.'] }
      : {}),
  })
}

/** The statement that notes what the database has now. */
function remember(one: OwnSql, models: Models): Sql {
  const [up, down] = [resolve(one.up, one, models), resolve(one.down, one, models)]
  return sql`insert into tabularium.own_sql (name, digest, models, up, down, transaction, constraints)
values (
  ${literal(one.name)}, ${literal(digestOf(one))}, ${texts(tablesOf(one))}, ${texts(up)}, ${texts(down)},
  ${trusted(String(one.transaction))}, ${literal(JSON.stringify(one.constraints))}
)
on conflict (name) do update
set digest = excluded.digest, models = excluded.models, up = excluded.up, down = excluded.down,
  transaction = excluded.transaction, constraints = excluded.constraints,
  applied_on = now(), version = own_sql.version + 1`
}

function texts(values: readonly string[]): Sql {
  return sql`${literal(JSON.stringify(values))}::json`
}

function tablesOf({ on }: OwnSql): string[] {
  return on.map((model) => tableOf(model))
}

/** The statements with the names of tables and columns. */
function resolve(statements: readonly string[], { on }: OwnSql, models: Models): string[] {
  return statements.map((text) =>
    fillNames(text, (short, field) => {
      const model = on.find((one) => shortNameOf(one) === short)
      if (model === undefined || !models.find(model)) throw new TypeError(`There is no model ${short}.`)
      return (field === undefined ? name(recordSchema, tableOf(model)) : name(columnOf(field))).toText()
    }),
  )
}
