import type { Mutant } from './mutants.ts'

/** The guarantees of the released mark and of change sets. */
export const feedMutants: readonly Mutant[] = [
  {
    suite: 'changesBegin.test.ts',
    name: 'the changes from now on begin where the mark happens to be',
    file: 'feed/Feed.ts',
    from: "if (plan.after === 'now')",
    to: "if (plan.isReset && plan.after === 'now')",
    tests: 'begin behind all writes',
  },
  {
    suite: 'releasedMark.test.ts',
    name: 'the sequence is read after the locks',
    file: 'schema/service/012-feed.sql',
    from: "  if writing = '{}' then",
    to: "  last := (select last_value from tabularium.positions);\n  if writing = '{}' then",
    tests: 'between two of its steps',
  },
  {
    suite: 'releasedMark.test.ts',
    name: 'the writers of other databases hold the mark',
    file: 'schema/service/012-feed.sql',
    from: '      and database = (select oid from pg_database where datname = current_database())\n',
    to: '',
    tests: 'of another database',
  },
  {
    suite: 'releasedMark.test.ts',
    name: 'the mark follows the newest position while others are writing',
    file: 'schema/service/012-feed.sql',
    from: 'set released = mark.pending, pending = last',
    to: 'set released = last, pending = last',
    tests: 'passes no transaction',
  },
  {
    suite: 'releasedMark.test.ts',
    name: 'the mark follows what is committed (xmax), whoever is still writing',
    file: 'schema/service/012-feed.sql',
    from: "  if writing = '{}' then",
    to: `  last := coalesce(
    (select max(position) from tabularium.journal where transaction < pg_snapshot_xmax(pg_current_snapshot())), 0);
  if true then`,
    tests: 'passes no transaction',
  },
  {
    suite: 'releasedMark.test.ts',
    name: 'the order is that of transactions',
    file: 'schema/service/012-feed.sql',
    from: "alter column position set default nextval('tabularium.positions')",
    to: 'alter column position set default pg_current_xact_id()::text::bigint',
    tests: 'follow the versions',
  },
  {
    suite: 'changeSets.test.ts',
    name: 'a bulk create has no change set in the journal',
    file: 'statement/create.ts',
    from: '{ ...own, changeSet: createdChangeSetId }',
    to: 'own',
    tests: 'a bulk create',
  },
]
