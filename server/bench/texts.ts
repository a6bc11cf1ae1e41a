import { loadModels } from '../src/model/loadModels.ts'
import type { Authorization } from '../src/permission/Authorization.ts'
import { writableFields } from '../src/plan/parseRecord.ts'
import type { Sql } from '../src/sql/sql.ts'
import { createStatement } from '../src/statement/create.ts'
import { deleteStatement } from '../src/statement/delete.ts'
import { findStatement } from '../src/statement/find.ts'
import { authCheckFor } from '../src/statement/authorization/authCheck.ts'
import { readStatement } from '../src/statement/read.ts'
import { updateStatement } from '../src/statement/update.ts'
import { contactsFolder } from '../test/harness/commandLine.ts'
import { ownGrant, authorizationsOf } from '../test/harness/authorizations.ts'
import { contactModel } from './sides/BenchDatabase.ts'

// Measures the time to assemble the text of one statement, without the database: `node server/bench/texts.ts`.

const repeats = 3_000
const models = await loadModels(contactsFolder)
const model = models.get(contactModel)
const fields = writableFields(model)
const [everything] = authorizationsOf(models)

for (const [who, authorization] of Object.entries({
  'everything is seen': everything?.authorization,
  'own records are seen': ownGrant(models),
}))
  if (authorization)
    for (const [what, make] of Object.entries(makersFor(authorization))) report(`${what}, ${who}`, make)

function makersFor(authorization: Authorization): Record<string, () => Sql> {
  const authCheck = () => authCheckFor([authorization.credential])
  const context = { authorization, requestId: 'bench', dryRun: false }
  const toValues = (given: readonly unknown[]) => given.map(() => 'x')
  const [create, change] = [
    { operation: 'create', model, fields, given: [], relations: [], values: toValues(fields), context } as const,
    { operation: 'update', model, id: 1, version: 1, context, relations: [], onConflict: 'refuse' } as const,
  ]
  const two = fields.slice(0, 2)
  const update = { ...change, fields: two, values: toValues(two), journaledAs: 'update' } as const
  return {
    read: () => readStatement.toSql([{ operation: 'read', model, id: 1, authorization }], models, authCheck()),
    find: () =>
      findStatement.toSql([{ operation: 'find', model, offset: 0, limit: 20, authorization }], models, authCheck()),
    create: () => createStatement.toSql([{ id: 1, plan: create }], models, authCheck()),
    'update of two fields': () => updateStatement.toSql([update], models, authCheck()),
    delete: () =>
      deleteStatement.toSql([{ operation: 'delete', model, id: 1, version: 1, context }], models, authCheck()),
  }
}

/** Measures and prints. The first run lets the compiler optimise and does not count. */
function report(what: string, make: () => Sql): void {
  time(make)
  console.log(`${what}: ${time(make).toFixed(0)} µs`)
}

/** Microseconds for one statement. */
function time(make: () => Sql): number {
  const start = performance.now()
  for (let round = 0; round < repeats; round++) make().toQuery()
  return ((performance.now() - start) / repeats) * 1_000
}
