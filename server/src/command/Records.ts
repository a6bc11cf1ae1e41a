import { toHashed } from '../execute/hashPasswords.ts'
import { joinMembers, jsonMember } from '../text/json.ts'
import { builtInModels } from '../model/builtIn/builtInModels.ts'
import { Models } from '../model/Models.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import { planCreate } from '../plan/create.ts'
import { planDelete } from '../plan/delete.ts'
import { planUpdate } from '../plan/update.ts'
import type { Connection } from '../postgres/Connection.ts'
import { hashPassword } from '../session/password.ts'
import { sql } from '../sql/sql.ts'
import { createStatement } from '../statement/create.ts'
import { drawIdsStatement } from '../statement/drawIds.ts'
import { deleteStatement } from '../statement/delete.ts'
import { namedIds, referringIds } from '../statement/lockInOrder.ts'
import { addLinksStatement, lockRecordStatement, readLinksStatement, removeLinksStatement } from '../statement/links.ts'
import { openAuthCheck } from '../statement/authorization/authCheck.ts'
import { updateStatement } from '../statement/update.ts'
import { serviceRequestId } from '../request/requestIds.ts'

/** The request id in the journal for the writes of a command. They have no author. */
export const commandRequest = serviceRequestId('command')

/** More records than a user has of their own. */
const mostReferring = 1_000_000

/** Writes records of the service's own models with the same statements as requests, including journal and counts. */
export class Records {
  readonly #connection: Connection
  readonly #models: Models
  readonly #context: WriteContext

  constructor(connection: Connection, models: Models = new Models(builtInModels())) {
    this.#connection = connection
    this.#models = models
    this.#context = { authorization: serviceAuthorization(models), requestId: commandRequest, dryRun: false }
  }

  /** Runs the work in a transaction. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    await this.#connection.query(sql`begin`)
    try {
      const result = await work()
      await this.#connection.query(sql`commit`)
      return result
    } catch (error) {
      await this.#connection.query(sql`rollback`).catch(() => {})
      throw error
    }
  }

  /** Creates a record and returns its id. A record with links needs a transaction. */
  async create(modelName: string, values: Readonly<Record<string, unknown>>): Promise<number> {
    const model = this.#models.get(modelName)
    const [drawn] = await this.#connection.query(drawIdsStatement(model, 1))
    const id = Number(drawn?.['nextval'])
    const plan = await hashed(planCreate(values, model, this.#models, this.#context))
    const links = plan.relations.filter((write) => 'ids' in write).filter(({ ids }) => ids.length > 0)
    const changes = links.map(({ relation, ids }) => jsonMember(relation.name, [[], ids]))
    const item = { plan: changes.length === 0 ? plan : { ...plan, linkChanges: joinMembers(changes) }, id }
    await this.#connection.query(createStatement.toSql([item], this.#models, openAuthCheck))
    for (const { relation, ids } of links)
      await this.#connection.query(addLinksStatement(model, this.#models.get(relation.target), relation, id, ids))
    return id
  }

  /** Updates the current version of a record. It needs a transaction, since it locks the record first. */
  async update(modelName: string, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
    const model = this.#models.get(modelName)
    const [current] = await this.#connection.query(lockRecordStatement(model, id))
    const sent = { ...values, version: Number(current?.['version']) }
    const plan = await hashed(planUpdate(sent, { id, onConflict: 'refuse' }, model, this.#models, this.#context))
    await this.#connection.query(updateStatement.toSql([plan], this.#models, openAuthCheck))
  }

  /** Changes the links of a record. It needs a transaction, since it locks the record first. */
  async changeLinks(
    modelName: string,
    id: number,
    name: string,
    change: (before: readonly number[]) => readonly number[],
  ): Promise<void> {
    const model = this.#models.get(modelName)
    const relation = model.relations.find((one) => one.name === name)
    if (relation?.type !== 'links') throw new TypeError(`${modelName} has no links "${name}".`)
    const [current] = await this.#connection.query(lockRecordStatement(model, id))
    const rows = await this.#connection.query(readLinksStatement(model, relation, [id]))
    const before = rows.map((row) => Number(row['target']))
    const after = change(before).toSorted((a, b) => a - b)
    if (before.join() === after.join()) return
    const sent = { version: Number(current?.['version']) }
    const plan = planUpdate(sent, { id, onConflict: 'refuse' }, model, this.#models, this.#context)
    const journaled = { ...plan, linkChanges: joinMembers([jsonMember(name, [before, after])]) }
    await this.#connection.query(updateStatement.toSql([journaled], this.#models, openAuthCheck))
    const target = this.#models.get(relation.target)
    const removed = before.filter((one) => !after.includes(one))
    const added = after.filter((one) => !before.includes(one))
    await this.#connection.query(removeLinksStatement(model, relation, id, removed))
    await this.#connection.query(addLinksStatement(model, target, relation, id, added))
  }

  /** Deletes a record with those of the service's models that go with it, as their references declare. */
  async deleteWhole(modelName: string, id: number): Promise<void> {
    const going = this.#models
      .referrersOf(this.#models.get(modelName))
      .filter(({ field }) => field.onDelete === 'cascade')
    for (const { model, field } of going) {
      const { query } = referringIds(model, field.name, namedIds([id]), mostReferring)
      const found = await this.#connection.query(sql`select found.id from ${query} as found order by found.id`)
      for (const { id: referring } of found) await this.deleteWhole(model.name, Number(referring))
    }
    await this.delete(modelName, id)
  }

  async delete(modelName: string, id: number): Promise<void> {
    const plan = planDelete({ id }, this.#models.get(modelName), this.#context)
    await this.#connection.query(deleteStatement.toSql([plan], this.#models, openAuthCheck))
  }
}

/** A command checks a password before it writes it, with messages of its own. */
function hashed<P extends CreatePlan | UpdatePlan>(plan: P): Promise<P> {
  return toHashed(plan, { findFault: () => undefined, hash: hashPassword }, async () => undefined)
}
