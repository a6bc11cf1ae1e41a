import type { Mutant } from './mutants.ts'

/** The rights of an undo, and what its comparison protects. */
export const undoMutants: readonly Mutant[] = [
  {
    suite: 'undoRights.test.ts',
    name: 'everybody sees all change sets',
    file: 'statement/service/listChangeSets.ts',
    from: 'return rights.isAdmin ? sql`true`',
    to: 'return rights ? sql`true`',
    tests: 'do not exist',
  },
  {
    suite: 'undoRights.test.ts',
    name: 'the records that a cascade reached are counted for everybody',
    file: 'statement/service/listChangeSets.ts',
    from: 'authorization.rights.isAdmin ? sql`` : sql` - change_sets.also`',
    to: 'sql``',
    tests: 'with and without them',
  },
  {
    suite: 'undoRights.test.ts',
    name: 'fields that the caller may not read go back, too',
    file: 'versions/toUndo.ts',
    from: 'return isKnown && (readable?.has(name) ?? true)',
    to: 'return isKnown',
    tests: 'nothing of what they do not see',
  },
  {
    suite: 'undoRights.test.ts',
    name: 'deleted records come back without a right to create them',
    file: 'execute/undo/recreateDeleted.ts',
    from: '  if (!mayRestoreAll) await refuseExcessive(model, recreations, tx)\n',
    to: '',
    tests: 'may not create',
  },
  {
    suite: 'undoOnly.test.ts',
    name: 'the undo of an undo writes what only logic writes',
    file: 'execute/undo/undoChangeSet.ts',
    from: "kind === 'action' && name !== null && rights.mayRun(name)",
    to: 'kind.length > 0',
    tests: 'does not write them again',
  },
  {
    suite: 'undo.test.ts',
    name: 'records that others refer to by now are deleted with them',
    file: 'execute/undo/undoSteps.ts',
    from: '  await refuseReferred(items, tx)\n',
    to: '',
    tests: 'refers to by now',
  },
  {
    suite: 'undo.test.ts',
    name: 'records that were changed since their creation are deleted',
    file: 'execute/undo/undoRecords.ts',
    from: "undo.is === 'delete' && !undo.isChanged)",
    to: "undo.is === 'delete')",
    tests: 'created and changed since',
  },
]
