import { historyTakes, parseHistory } from '../call/history.ts'
import { parseRestore, restoreTakes } from '../call/restore.ts'
import { parseUndo, undoTakes } from '../call/undo.ts'
import { history } from '../execute/history.ts'
import { noRecords, once } from '../execute/once.ts'
import { restore } from '../execute/restore.ts'
import { undoWrite } from '../execute/undo/undoWrite.ts'
import { planHistoryCall, planRestoreCall, planUndoCall } from '../plan/recordCalls.ts'
import { ofModel } from './ofModel.ts'

/** The operations on the past of a record. */
export const historyOperations = {
  history: ofModel({
    route: 'GET /ws/rest/:model/:id/history',
    actions: ['read'],
    takes: historyTakes,
    parse: parseHistory,
    plan: planHistoryCall,
    execute: history,
    describe: (of) => of.history,
  }),
  restore: ofModel({
    route: 'POST /ws/rest/:model/:id/restore',
    writes: true,
    actions: ['update'],
    takes: restoreTakes,
    parse: parseRestore,
    plan: planRestoreCall,
    execute: once(restore, noRecords),
    describe: (of) => of.restore,
  }),
  undo: ofModel({
    route: 'POST /ws/rest/:model/:id/undo',
    writes: true,
    actions: ['update', 'create', 'delete'],
    takes: undoTakes,
    parse: parseUndo,
    plan: planUndoCall,
    execute: once(undoWrite, noRecords),
    describe: (of) => of.undo,
  }),
}
