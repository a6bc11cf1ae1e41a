import { withOwner } from '../account/withOwner.ts'
import { withSecret } from '../account/withSecret.ts'
import { aggregateTakes, parseAggregate } from '../call/aggregate.ts'
import { archiveManyTakes, archiveTakes, parseArchive, parseArchiveMany, parseUnarchive } from '../call/archive.ts'
import { bulkTakes, parseDeleteMany, parseSaveMany, parseUpdateMatching } from '../call/bulk.ts'
import { createTakes, parseCreate } from '../call/create.ts'
import { deleteTakes, parseDelete } from '../call/delete.ts'
import { deletedTakes, parseDeleted } from '../call/deleted.ts'
import { findTakes, parseFind } from '../call/find.ts'
import { parseRead, readTakes } from '../call/read.ts'
import { parseSearch, searchTakes } from '../call/search.ts'
import { parseUpdate, updateTakes } from '../call/update.ts'
import { aggregate } from '../execute/aggregate.ts'
import { deleteMany, updateMatching } from '../execute/bulk.ts'
import { remove } from '../execute/delete.ts'
import { listDeleted } from '../execute/deleted.ts'
import { itself, noRecords, once } from '../execute/once.ts'
import { executeCreate, executeFind, executeRead, executeSaveMany, executeUpdate } from '../execute/recordPlans.ts'
import { planArchive, planArchiveMany } from '../plan/archive.ts'
import {
  planAggregateCall,
  planCreateCall,
  planDeleteCall,
  planDeletedCall,
  planDeleteManyCall,
  planFindCall,
  planReadCall,
  planSaveManyCall,
  planUpdateCall,
  planUpdateMatchingCall,
} from '../plan/recordCalls.ts'
import { followed, ofModel } from './ofModel.ts'

/** The operations on the records of one model, as they are now. */
export const recordOperations = {
  find: ofModel({
    route: 'GET /ws/rest/:model',
    actions: ['read'],
    lists: true,
    takes: findTakes,
    parse: parseFind,
    plan: planFindCall,
    execute: followed(executeFind),
    describe: (of) => of.find,
  }),
  create: ofModel({
    route: 'PUT /ws/rest/:model',
    writes: true,
    actions: ['create', 'update'],
    actionsOf: ({ key }) => (key === undefined ? ['create'] : ['create', 'update']),
    takes: createTakes,
    parse: parseCreate,
    plan: (call, model, authorization, services) =>
      planCreateCall(withOwner(call, authorization.userId), model, authorization, services),
    execute: withSecret(executeCreate),
    describe: (of) => of.create,
  }),
  saveMany: ofModel({
    route: 'POST /ws/rest/:model',
    writes: true,
    actions: ['update', 'create'],
    takes: bulkTakes.saveMany,
    parse: parseSaveMany,
    plan: planSaveManyCall,
    execute: executeSaveMany,
    describe: (of) => of.saveMany,
  }),
  search: ofModel({
    route: 'POST /ws/rest/:model/search',
    actions: ['read'],
    lists: true,
    takes: searchTakes,
    parse: parseSearch,
    plan: planFindCall,
    execute: followed(executeFind),
    describe: (of) => of.search,
  }),
  aggregate: ofModel({
    route: 'POST /ws/rest/:model/aggregate',
    actions: ['read'],
    lists: true,
    timeLimit: 'aggregate',
    takes: aggregateTakes,
    parse: parseAggregate,
    plan: planAggregateCall,
    execute: aggregate,
    describe: (of) => of.aggregate,
  }),
  deleteMany: ofModel({
    route: 'POST /ws/rest/:model/removeAll',
    writes: true,
    actions: ['delete'],
    takes: bulkTakes.deleteMany,
    parse: parseDeleteMany,
    plan: planDeleteManyCall,
    execute: once(deleteMany, noRecords),
    describe: (of) => of.deleteMany,
  }),
  updateMatching: ofModel({
    route: 'POST /ws/rest/:model/updateMass',
    writes: true,
    actions: ['update'],
    takes: bulkTakes.updateMatching,
    parse: parseUpdateMatching,
    plan: planUpdateMatchingCall,
    execute: once(updateMatching, itself),
    describe: (of) => of.updateMatching,
  }),
  deleted: ofModel({
    route: 'GET /ws/rest/:model/deleted',
    actions: ['read'],
    lists: true,
    takes: deletedTakes,
    parse: parseDeleted,
    plan: planDeletedCall,
    execute: listDeleted,
    describe: (of) => of.deleted,
  }),
  read: ofModel({
    route: 'GET /ws/rest/:model/:id',
    conditional: true,
    actions: ['read'],
    takes: readTakes,
    parse: parseRead,
    plan: planReadCall,
    execute: followed(executeRead),
    describe: (of) => of.read,
  }),
  update: ofModel({
    route: 'POST /ws/rest/:model/:id',
    writes: true,
    actions: ['update'],
    takes: updateTakes,
    parse: parseUpdate,
    plan: planUpdateCall,
    execute: executeUpdate,
    describe: (of) => of.update,
  }),
  archive: ofModel({
    route: 'POST /ws/rest/:model/:id/archive',
    writes: true,
    actions: ['update'],
    takes: archiveTakes,
    parse: parseArchive,
    plan: planArchive,
    execute: executeUpdate,
    describe: (of) => of.archive,
  }),
  unarchive: ofModel({
    route: 'POST /ws/rest/:model/:id/unarchive',
    writes: true,
    actions: ['update'],
    takes: archiveTakes,
    parse: parseUnarchive,
    plan: planArchive,
    execute: executeUpdate,
    describe: (of) => of.unarchive,
  }),
  archiveMany: ofModel({
    route: 'POST /ws/rest/:model/archive',
    writes: true,
    actions: ['update'],
    takes: archiveManyTakes,
    parse: parseArchiveMany,
    plan: planArchiveMany,
    execute: executeSaveMany,
    describe: (of) => of.archiveMany,
  }),
  delete: ofModel({
    route: 'DELETE /ws/rest/:model/:id',
    writes: true,
    actions: ['delete'],
    takes: deleteTakes,
    parse: parseDelete,
    plan: planDeleteCall,
    execute: once(remove, noRecords),
    describe: (of) => of.delete,
  }),
}
