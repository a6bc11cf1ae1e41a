import type { Models } from '../model/Models.ts'
import type { CreatePlan, DeletedPlan, DeletePlan, FindPlan, HistoryPlan, ReadPlan, UpdatePlan } from '../plan/Plan.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import type { NewestChangesPlan } from '../plan/newestChanges.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { UpsertRecord } from '../plan/UpsertPlan.ts'
import type { Database } from '../postgres/Database.ts'
import { isGivenUp } from '../postgres/errors.ts'
import { changesStatement } from '../statement/changes.ts'
import type { ChangesQuestion, JournaledChanges } from '../statement/JournaledChanges.ts'
import { createAllStatement, createStatement } from '../statement/create.ts'
import { type CreatedAll, toCreatedAll } from '../statement/record/createdAll.ts'
import { type Deleted, deleteStatement } from '../statement/delete.ts'
import { type DeletedPage, deletedStatement } from '../statement/deleted.ts'
import { findStatement, type Page } from '../statement/find.ts'
import { findByKeyStatement, type FoundByKey } from '../statement/findByKey.ts'
import { type HistoryPage, historyStatement } from '../statement/history.ts'
import { type LookupQuestion, lookupStatement } from '../statement/lookup.ts'
import { memberHistoryStatement } from '../statement/memberHistory.ts'
import { type NewestChanges, newestChangesStatement } from '../statement/newestChanges.ts'
import { type PastQuestion, pastStatement } from '../statement/past.ts'
import { readStatement } from '../statement/read.ts'
import type { AggregatePage } from '../statement/aggregate.ts'
import { type SearchPage, searchStatement } from '../statement/search.ts'
import { authCheckFor, requireAuthorized } from '../statement/authorization/authCheck.ts'
import type { RefusedRecord } from '../statement/refusal/Reason.ts'
import { type SeenState, seenStatesStatement } from '../statement/seenStates.ts'
import { renderPastStatement, type PastRecord } from '../statement/renderPast.ts'
import type { StatementMaker, Stored } from '../statement/Statement.ts'
import { placeOf } from '../statement/place.ts'
import { locksOf } from '../statement/constraint/locksOf.ts'
import { updateStatement } from '../statement/update.ts'
import type { Created, Updated } from '../statement/record/Written.ts'
import type { Past } from '../versions/Past.ts'
import { createAggregateRunner } from './createAggregateRunner.ts'
import { createRunner, groupKey, maxBatch, type Run, runAll, runGroup } from './createRunner.ts'
import { Batcher } from './Batcher.ts'
import { IdReserve } from './IdReserve.ts'
import { NumberReserve } from './NumberReserve.ts'
import { Turns } from './Turns.ts'
import { type CreateSource, runWithIds, settleWithIds } from './withIds.ts'
import { type CountSearch, countedStatement } from './countSearches.ts'
import { optionsOf, runUnexpired } from './optionsOf.ts'

/** Runs each kind of plan on the database. */
export interface RecordRunners {
  readonly find: Run<FindPlan, Page>
  readonly search: Run<SearchPlan, SearchPage>
  readonly aggregate: Run<AggregatePlan, AggregatePage>
  readonly read: Run<ReadPlan, Stored | undefined>
  readonly history: Run<HistoryPlan, HistoryPage>
  readonly memberHistory: Run<HistoryPlan, HistoryPage>
  readonly deleted: Run<DeletedPlan, DeletedPage>
  readonly past: Run<PastQuestion, Past>
  readonly renderPast: Run<PastRecord, string>
  /** Reads the records of a page of changes: there may be many, so they are slow work. */
  readonly readChanged: Run<ReadPlan, Stored | undefined>
  /** Large pages of changes of one user, which are read one after the other. */
  readonly turns: Turns
  /** The pasts of the records of one call, in one statement for each model if there are many. */
  readonly pasts: Run<readonly PastQuestion[], Past[]>
  /** What a caller would see of the records of one call, in the same way. */
  readonly seenStates: Run<readonly PastRecord[], SeenState[]>
  readonly changes: Run<ChangesQuestion, JournaledChanges>
  readonly newestChanges: Run<NewestChangesPlan, NewestChanges>
  readonly lookup: Run<LookupQuestion, number | undefined>
  readonly findByKey: Run<UpsertRecord, FoundByKey | undefined>
  /** Finds the records of one call, in one statement if all are of one shape. */
  readonly findAllByKey: Run<readonly UpsertRecord[], (FoundByKey | undefined)[]>
  readonly create: Run<CreatePlan, Created>
  /** Creates all in one statement. Returns those that are refused, and writes nothing, if there are any. */
  readonly createAll: Run<readonly CreatePlan[], CreatedAll | RefusedRecord[]>
  readonly update: Run<UpdatePlan, Updated>
  readonly delete: Run<DeletePlan, Deleted>
  /** Numbers of plain series, for transactions, which draw them before they begin. */
  readonly numbers: NumberReserve
}

/** The settings of the runners. */
export interface RunnerLimits {
  /** The most bytes of the answer to a bulk create: plans of reads have their own. */
  readonly answerLimit: number
  /** The milliseconds that an aggregate may take. */
  readonly aggregateTimeout: number
}

/** The runners of requests that only read. */
export type ReadRunners = Pick<
  RecordRunners,
  'find' | 'search' | 'aggregate' | 'read' | 'history' | 'memberHistory' | 'deleted' | 'past' | 'renderPast'
>

/** Creates the runners of requests that only read, which a standby can serve, too. */
export function createReadRunners(
  database: Pick<Database, 'run'>,
  models: Models,
  countSearch: CountSearch,
  { aggregateTimeout }: Pick<RunnerLimits, 'aggregateTimeout'>,
): ReadRunners {
  return {
    find: createRunner(findStatement, database, models),
    search: createRunner(countedStatement(searchStatement, countSearch), database, models, 'slow'),
    aggregate: createAggregateRunner(database, models, countSearch, aggregateTimeout),
    read: createRunner(readStatement, database, models),
    history: createRunner(historyStatement, database, models, 'slow'),
    memberHistory: createRunner(memberHistoryStatement, database, models, 'slow'),
    deleted: createRunner(deletedStatement, database, models, 'slow'),
    past: createRunner(pastStatement, database, models, 'slow'),
    renderPast: createRunner(renderPastStatement, database, models),
  }
}

/** Creates the runner of each kind of plan. */
export function createRecordRunners(
  database: Database,
  models: Models,
  countSearch: CountSearch,
  limits: RunnerLimits,
): RecordRunners {
  const reserve = new IdReserve(database)
  const numbers = new NumberReserve(database, placeOf(models))
  return {
    ...createReadRunners(database, models, countSearch, limits),
    readChanged: createRunner(readStatement, database, models, 'slow'),
    turns: new Turns(),
    pasts: runGroupsOrBatched(pastStatement, database, models),
    seenStates: runGroupsOrBatched(seenStatesStatement, database, models),
    changes: createRunner(changesStatement, database, models, 'slow'),
    newestChanges: createRunner(newestChangesStatement, database, models, 'slow'),
    lookup: createRunner(lookupStatement, database, models),
    findByKey: createRunner(findByKeyStatement, database, models),
    findAllByKey: (records) => runAll(findByKeyStatement, records, database, models),
    create: createCreator(models, { database, reserve, numbers }),
    createAll: createBulkCreator(models, { database, reserve, numbers }, limits.answerLimit),
    update: createRunner(updateStatement, database, models),
    delete: createRunner(deleteStatement, database, models),
    numbers,
  }
}

/**
 * Runs many items of one call in statements of their own. Few are batched with those of others: the streams of many
 * users ask about the same change at the same time.
 */
function runGroupsOrBatched<Item, Result>(
  maker: StatementMaker<Item, Result>,
  database: Pick<Database, 'run'>,
  models: Models,
): Run<readonly Item[], Result[]> {
  const run = createRunner(maker, database, models, 'slow')
  return (items) =>
    items.length < maxBatch.read ? Promise.all(items.map(run)) : runAll(maker, items, database, models)
}

/** Batches creates as all other writes, after their ids were drawn. */
function createCreator(models: Models, source: CreateSource): Run<CreatePlan, Created> {
  const batcher = new Batcher<CreatePlan, Created>({
    keyOf: (plan) => groupKey(createStatement, { plan, id: 0 }),
    locksOf,
    isHeldUp: isGivenUp,
    limit: maxBatch.write,
    run: (plans) =>
      runUnexpired(
        plans,
        ({ context }) => context.authorization,
        (waited) =>
          settleWithIds(waited, source, (numbered, onTimeline) =>
            runGroup(createStatement, numbered, onTimeline, models),
          ),
      ),
  })
  return (plan) => batcher.submit(plan)
}

/** A bulk create is never batched with others: it succeeds or fails as a whole. */
function createBulkCreator(
  models: Models,
  source: CreateSource,
  answerLimit: number,
): Run<readonly CreatePlan[], CreatedAll | RefusedRecord[]> {
  return async (plans) => {
    const [first] = plans
    if (!first) return []
    return runWithIds(plans, source, async (numbered, onTimeline) => {
      const { authorization } = first.context
      const statement = createAllStatement(numbered, models, authCheckFor([authorization.credential]), answerLimit)
      const rows = await onTimeline.run(statement, 'write', optionsOf([authorization], 'slow'))
      return toCreatedAll(numbered, requireAuthorized(rows))
    })
  }
}
