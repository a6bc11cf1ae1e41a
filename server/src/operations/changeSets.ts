import { changeSetTakes, parseChangeSet, parseChangeSets, parseUndoChangeSet } from '../call/changeSets.ts'
import { listChangeSets, showChangeSet } from '../execute/undo/showChangeSets.ts'
import { undoChangeSet } from '../execute/undo/undoChangeSet.ts'
import { planChangeSet, planChangeSets, planUndoChangeSet } from '../plan/changeSets.ts'
import { own } from './operation.ts'

/** The operations on change sets. */
export const changeSetOperations = {
  changeSets: own({
    route: 'GET /ws/changes/sets',
    takes: changeSetTakes.changeSets,
    parse: parseChangeSets,
    plan: planChangeSets,
    execute: listChangeSets,
    describe: (of) => of.changeSets,
  }),
  changeSet: own({
    route: 'GET /ws/changes/sets/:id',
    takes: changeSetTakes.changeSet,
    parse: parseChangeSet,
    plan: planChangeSet,
    execute: showChangeSet,
    describe: (of) => of.changeSet,
  }),
  undoChangeSet: own({
    route: 'POST /ws/changes/sets/:id/undo',
    writes: true,
    takes: changeSetTakes.undoChangeSet,
    parse: parseUndoChangeSet,
    plan: planUndoChangeSet,
    execute: undoChangeSet,
    describe: (of) => of.undoChangeSet,
  }),
}
