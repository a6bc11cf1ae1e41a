import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

// Node writes what it compiled when a process exits, but the process of a test file is killed at its end.
afterAll(() => flushCompileCache())
