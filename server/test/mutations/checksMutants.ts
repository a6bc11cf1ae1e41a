import type { Mutant } from './mutants.ts'

/** What checks and transitions promise. */
export const checksMutants: readonly Mutant[] = [
  {
    suite: 'checks.test.ts',
    name: 'checks are not asked in a bulk create',
    file: 'statement/refusal/refusals.ts',
    from: `export function areAllAccepted(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = checksOf(rows, scope)`,
    to: `export function areAllAccepted(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = missingReferences(rows, scope)`,
    tests: 'bulk creates',
  },
  {
    suite: 'checks.test.ts',
    name: 'a check that is undecided refuses',
    file: 'statement/refusal/checks.ts',
    from: 'is false`',
    to: 'is not true`',
    tests: 'passes if a missing value',
  },
  {
    suite: 'checks.test.ts',
    name: 'a check is asked of all records, whatever its when says',
    file: 'statement/refusal/checks.ts',
    from: 'const broken = when ? sql`(${testSql(when, row)}) is true and ${fails}` : fails',
    to: 'const broken = fails',
    tests: 'is about the records that meet its when',
  },
  {
    suite: 'checks.test.ts',
    name: 'fields that are not sent are not compared',
    file: 'statement/record/NewRow.ts',
    from: "return isGiven ? column('input', columnOf(field.name)) : this.before(field)",
    to: "return isGiven ? column('input', columnOf(field.name)) : sql`null`",
    tests: 'of another record asks it when this one is written',
  },
  {
    suite: 'checks.test.ts',
    name: 'transitions are not asked',
    file: 'statement/refusal/refusals.ts',
    from: '    ...brokenTransitions(rows, scope),\n',
    to: '',
    tests: 'when a change is merged|moves on to what may follow',
  },
  {
    suite: 'checks.test.ts',
    name: 'a status can be cleared',
    file: 'statement/refusal/checks.ts',
    from: "coalesce(${join(allowed, ' or ')}, false)",
    to: "coalesce(${join(allowed, ' or ')}, true)",
    tests: 'cannot be cleared',
  },
  {
    suite: 'checks.test.ts',
    name: 'the message of a check names hidden fields',
    file: 'permission/knownChecks.ts',
    from: 'return rights.isAdmin ? [...checks] : checks.filter((check) => isKnown(check, model, rights))',
    to: 'return rights.isAdmin || model ? [...checks] : checks.filter((check) => isKnown(check, model, rights))',
    tests: 'neither its name nor its message|sees only these',
  },
  {
    suite: 'checks.test.ts',
    name: 'the message of a transition names a hidden status',
    file: 'statement/refusal/checks.ts',
    from: "const present = seenColumn(model, field.name, '_old', scope)",
    to: "const present = column('_old', columnOf(field.name))",
    tests: 'does not learn the present one',
  },
  {
    suite: 'checks.test.ts',
    name: 'the database has no constraint for a check',
    file: 'schema/toDesiredTables.ts',
    from: '      ...toModelChecks(model, models),\n',
    to: '',
    tests: 'for SQL by hand',
  },
]
