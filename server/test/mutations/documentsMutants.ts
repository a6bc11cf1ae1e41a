import type { Mutant } from './mutants.ts'

/** Promises about the caller's own account, deleted records, and documents with lines. */
export const documentsMutants: readonly Mutant[] = [
  {
    suite: 'me.test.ts',
    name: 'a key shows the roles of its user',
    file: 'statement/service/me.ts',
    from: 'const limited = isKey ?',
    to: 'const limited = isKey && id < 0 ?',
    tests: 'its roles limit what it may do',
  },
  {
    suite: 'deleted.test.ts',
    name: 'deleted records are shown to users whose rules depend on the record',
    file: 'plan/deleted.ts',
    from: 'if (authorization.rights.visibility.rowsOf(model))',
    to: 'if (limit < 0)',
    tests: 'may not see the list',
  },
  {
    suite: 'deleted.test.ts',
    name: 'a hidden title of a deleted record is shown',
    file: 'execute/deleted.ts',
    from: "title === 'id' || !isReadable ||",
    to: "title === 'id' ||",
    tests: 'hidden from them',
  },
  {
    suite: 'deleted.test.ts',
    name: 'a restored record is listed as deleted',
    file: 'statement/deleted.ts',
    from: 'where t.id = journal.record) is null',
    to: 'where t.id = journal.record and false) is null',
    tests: 'is not listed',
  },
  {
    suite: 'deleted.test.ts',
    name: 'a record that was deleted twice is listed twice',
    file: 'statement/deleted.ts',
    from: 'and later.version > journal.version\n',
    to: 'and later.version > journal.version + 9\n',
    tests: 'is listed once',
  },
]
