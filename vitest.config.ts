import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const minute = 60_000

/** Where the count of a run goes as JSON, for a program that reads it. */
const report = process.env.TABULARIUM_TEST_REPORT

/** How often the endurance tests kill what they kill; not said: as often as CI has time for. */
const { TABULARIUM_TEST_ROUNDS } = process.env
const rounds = TABULARIUM_TEST_ROUNDS ? Number(TABULARIUM_TEST_ROUNDS) : null

/**
 * Node keeps what it compiled in this folder. A run starts hundreds of processes, and without it each would strip the
 * types of the same sources and compile them again.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(import.meta.resolve('./node_modules/.vitest-compiled'))
const keepCompiled = 'server/test/harness/keepCompiled.ts'

/** The sources run as they are on Node, in tests as in production: no bundler stands between them. */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false } as const

/** What measures time, or needs the whole machine: one file after the other, and nothing beside it. */
const alone = 'server/test/{attacks,endurance}/*.alone.test.ts'

/** Load, kills and restarts. */
const endurance = {
  globalSetup: 'server/test/harness/globalSetup.ts',
  setupFiles: keepCompiled,
  pool: 'forks',
  provide: { rounds },
  testTimeout: (rounds === null ? 5 : 30) * minute,
  hookTimeout: minute,
  experimental: asTheyAre,
} as const

/**
 * Where `isolate` is false, a few processes run all files of a project: a process for each file would load the same
 * modules two hundred times. A file leaves nothing behind in its process.
 */
export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'client/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'server/test/{cluster,harness,harness/exchange,mutations,repository}/*.test.ts',
            'server/scripts/**/*.test.ts',
            'console/src/**/*.test.ts',
          ],
          isolate: false,
          maxWorkers: 2,
          setupFiles: 'server/test/harness/boundCpuTime.ts',
          provide: { rounds },
          testTimeout: minute,
          sequence: { groupOrder: 0 },
          experimental: asTheyAre,
        },
      },
      {
        test: {
          name: 'service',
          isolate: false,
          include: ['{client,demo,server}/test/*.test.ts', 'server/test/attacks/*.test.ts'],
          exclude: [alone],
          globalSetup: ['server/test/harness/exchange/globalSetup.ts', 'server/test/harness/globalSetup.ts'],
          setupFiles: [keepCompiled, 'server/test/harness/exchange/checkExchanges.ts'],
          pool: 'forks',
          // They wait for the database half of the time.
          maxWorkers: 3,
          provide: { rounds },
          testTimeout: (rounds === null ? 2 : 30) * minute,
          hookTimeout: 2 * minute,
          sequence: { groupOrder: 1 },
          experimental: asTheyAre,
        },
      },
      {
        test: {
          ...endurance,
          name: 'endurance',
          isolate: false,
          include: ['server/test/endurance/*.test.ts'],
          exclude: [alone],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...endurance,
          name: 'alone',
          include: [alone],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/test/long/*.test.ts'],
          globalSetup: ['server/test/harness/globalSetup.ts'],
          setupFiles: [keepCompiled],
          pool: 'forks',
          fileParallelism: false,
          provide: { rounds },
          testTimeout: (rounds === null ? 2 : 30) * minute,
          hookTimeout: 3 * minute,
          sequence: { groupOrder: 5 },
          experimental: asTheyAre,
        },
      },
      {
        test: {
          name: 'console',
          isolate: false,
          include: ['console/test/*.test.ts'],
          globalSetup: ['server/test/harness/globalSetup.ts', 'console/test/buildConsole.ts'],
          setupFiles: [keepCompiled],
          pool: 'forks',
          maxWorkers: 2,
          provide: { rounds },
          testTimeout: (rounds === null ? 2 : 30) * minute,
          hookTimeout: minute,
          sequence: { groupOrder: 7 },
          experimental: asTheyAre,
        },
      },
      {
        test: {
          name: 'load',
          include: ['server/test/load/*.test.ts'],
          globalSetup: ['server/test/harness/globalSetup.ts'],
          setupFiles: [keepCompiled],
          pool: 'forks',
          provide: { rounds },
          fileParallelism: false,
          testTimeout: 10 * minute,
          hookTimeout: minute,
          sequence: { groupOrder: 4 },
          experimental: asTheyAre,
        },
      },
      {
        test: {
          name: 'package',
          include: ['server/test/package/*.test.ts'],
          globalSetup: ['server/test/package/setup.ts'],
          pool: 'forks',
          fileParallelism: false,
          provide: { rounds },
          testTimeout: 4 * minute,
          hookTimeout: 4 * minute,
          sequence: { groupOrder: 6 },
          experimental: asTheyAre,
        },
      },
    ],
  },
})
