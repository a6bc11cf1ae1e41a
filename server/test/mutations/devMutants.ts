import type { Mutant } from './mutants.ts'

/** What `dev` and `init` promise: no data, no database and no file is lost without consent. */
export const devMutants: readonly Mutant[] = [
  {
    suite: 'dev.test.ts',
    name: 'a saved model runs the steps that lose data by itself',
    file: 'command/dev/runDev.ts',
    from: "() => service.start('ask')",
    to: "() => service.start('apply')",
    tests: 'what loses data is shown',
  },
  {
    suite: 'dev.test.ts',
    name: 'what looks like a rename is dropped and added',
    file: 'command/dev/decide.ts',
    from: "answer !== 'keep' && fresh",
    to: "answer === 'keep' && fresh",
    tests: 'what loses data is shown',
  },
  {
    suite: 'dev.test.ts',
    name: 'dev accepts DATABASE_URL',
    file: 'command/dev.ts',
    from: '    requireNoDatabase(context)\n',
    to: '    void requireNoDatabase\n',
    tests: 'refuses the database of somebody',
  },
  {
    suite: 'init.test.ts',
    name: 'init overwrites files without --force',
    file: 'command/init/writeProject.ts',
    from: 'present.length > 0 && !force',
    to: 'present.length < 0 && !force',
    tests: 'refuses a folder that is not empty',
  },
]
