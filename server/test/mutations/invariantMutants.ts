import type { Mutant } from './mutants.ts'

const ofStatements = '../src/statement/statements.test.ts'
const ofSources = 'repository/invariants.test.ts'

/** Invariants of ARCHITECTURE.md that are tested without a database. */
export const invariantMutants: readonly Mutant[] = [
  {
    suite: ofStatements,
    name: 'an update does not compare versions',
    file: 'statement/update.ts',
    from: 'where t.id = input.id and t.version = input.version and ',
    to: 'where t.id = input.id and ',
    tests: 'changes a record only if its version is the current one',
  },
  {
    suite: ofStatements,
    name: 'the journal has what was asked for, and not what was written',
    file: 'statement/journal/journal.ts',
    from: `  from \${trusted(source)}
  order by \${column(source, 'id')}
)\``,
    to: `  from input
  order by \${column(source, 'id')}
)\``,
    tests: 'journals each write once, through the parent table, from the rows that the write returned',
  },
  {
    suite: ofSources,
    name: 'planning can ask the database',
    file: 'versions/compareEdits.ts',
    from: "import type { Model } from '../model/Model.ts'\n",
    to: "import type { Model } from '../model/Model.ts'\nimport { Database } from '../postgres/Database.ts'\n",
    tests: 'reaches neither the database nor the network',
  },
  {
    suite: ofSources,
    name: 'a stage reads a header',
    file: 'execute/find.ts',
    from: '  const page = await run.find(plan)\n',
    to: "  const page = await run.find(plan)\n  if ('headers' in plan) return plan.headers\n",
    tests: 'no stage after call reads or makes HTTP',
  },
  {
    suite: ofSources,
    name: 'a process remembers something between requests',
    file: 'permission/permit.ts',
    from: "import { Failure } from '../failure/failure.ts'\n",
    to: "import { Failure } from '../failure/failure.ts'\nlet permitted = 0\n",
    tests: 'there is no module state but memos',
  },
  {
    suite: ofSources,
    name: 'SQL is put together from text',
    file: 'execute/find.ts',
    from: '  const page = await run.find(plan)\n',
    to: '  const page = await run.find(plan)\n  const text = `select ${page}`\n',
    tests: 'sql/sql.ts alone makes SQL text',
  },
  {
    suite: ofSources,
    name: 'old rows of the journal are changed',
    file: 'statement/service/journalKeeping.ts',
    from: 'delete from tabularium.journal using old',
    to: 'update tabularium.journal set changes = null from old',
    tests: 'the journal is only appended to and trimmed',
  },
]
