import { describe, expect, it } from 'vitest'
import { filesWith, importsOf, moduleOf, sources } from '../test/harness/sources.ts'

/**
 * Which modules each module may import. A module is a folder of `src`, or a file directly in it, and imports only
 * modules that come after it here. A new entry is a decision: add it here and in ARCHITECTURE.md.
 */
const modules: Record<string, readonly string[]> = {
  // The entries: the process, the tests of a project, declarations.
  'main.ts': ['command', 'workers'],
  'testing.ts': ['command'],
  'index.ts': ['logic', 'model', 'expression', 'text'],
  // What starts and surrounds the requests.
  command: [
    'workers',
    'work',
    'boot',
    'tenant',
    'schema',
    'settings',
    'operations',
    'openapi',
    'http',
    'session',
    'execute',
    'statement',
    'postgres',
    'plan',
    'logic',
    'permission',
    'criteria',
    'model',
    'outbound',
    'request',
    'failure',
    'sql',
    'text',
  ],
  workers: ['health', 'settings', 'metrics', 'request'],
  boot: [
    'health',
    'tenant',
    'work',
    'settings',
    'operations',
    'openapi',
    'http',
    'session',
    'logic',
    'permission',
    'model',
    'outbound',
    'metrics',
    'request',
    'failure',
  ],
  health: ['housekeeping', 'schema', 'http', 'statement', 'postgres', 'model', 'metrics'],
  tenant: [
    'housekeeping',
    'work',
    'schema',
    'settings',
    'operations',
    'openapi',
    'http',
    'webhooks',
    'feed',
    'account',
    'session',
    'execute',
    'idempotency',
    'envelope',
    'batch',
    'statement',
    'postgres',
    'plan',
    'call',
    'logic',
    'permission',
    'model',
    'outbound',
    'metrics',
    'request',
    'failure',
  ],
  housekeeping: ['statement', 'postgres', 'model', 'request', 'sql'],
  work: [
    'feed',
    'execute',
    'statement',
    'postgres',
    'plan',
    'logic',
    'permission',
    'versions',
    'model',
    'request',
    'failure',
    'sql',
    'text',
  ],
  schema: ['statement', 'postgres', 'model', 'failure', 'sql'],
  settings: ['postgres', 'request', 'text'],
  // The stages of a request, from the operation down to the database.
  operations: [
    'openapi',
    'webhooks',
    'feed',
    'account',
    'session',
    'execute',
    'envelope',
    'plan',
    'call',
    'logic',
    'permission',
    'criteria',
    'model',
    'request',
    'failure',
    'text',
  ],
  openapi: ['http', 'plan', 'call', 'logic', 'permission', 'criteria', 'model', 'failure', 'text'],
  http: ['envelope', 'call', 'metrics', 'request', 'failure'],
  webhooks: [
    'feed',
    'execute',
    'envelope',
    'batch',
    'statement',
    'postgres',
    'plan',
    'call',
    'permission',
    'criteria',
    'model',
    'outbound',
    'metrics',
    'request',
    'failure',
  ],
  feed: ['execute', 'envelope', 'statement', 'postgres', 'plan', 'call', 'permission', 'versions', 'model', 'failure'],
  account: [
    'session',
    'execute',
    'envelope',
    'statement',
    'postgres',
    'plan',
    'call',
    'logic',
    'permission',
    'criteria',
    'model',
    'request',
    'failure',
    'text',
  ],
  session: ['batch', 'statement', 'postgres', 'permission', 'model', 'request', 'failure'],
  execute: [
    'exchange',
    'idempotency',
    'envelope',
    'batch',
    'statement',
    'postgres',
    'plan',
    'logic',
    'permission',
    'versions',
    'model',
    'outbound',
    'request',
    'failure',
    'text',
  ],
  exchange: ['call', 'failure'],
  idempotency: ['envelope', 'statement', 'postgres', 'plan', 'permission', 'failure', 'text'],
  envelope: ['statement', 'failure', 'text'],
  batch: ['statement', 'postgres', 'plan', 'permission', 'versions', 'model', 'request', 'failure'],
  statement: [
    'postgres',
    'plan',
    'permission',
    'criteria',
    'versions',
    'model',
    'expression',
    'request',
    'failure',
    'sql',
    'text',
  ],
  postgres: ['request', 'failure', 'sql'],
  plan: ['call', 'permission', 'criteria', 'model', 'failure', 'text'],
  call: ['permission', 'model', 'failure', 'text'],
  // The domain: pure.
  logic: ['permission', 'criteria', 'model', 'failure', 'text'],
  permission: ['criteria', 'model', 'expression', 'request', 'failure', 'text'],
  criteria: ['model', 'expression', 'failure', 'sql', 'text'],
  versions: ['model'],
  model: ['expression', 'failure', 'sql', 'text'],
  expression: ['sql', 'text'],
  // What all of them may import.
  outbound: [],
  metrics: ['request'],
  request: ['failure'],
  failure: ['text'],
  sql: [],
  text: [],
}

/** The one module that may import each third-party package. */
const packages: Record<string, string> = {
  fastify: 'http',
  jose: 'session',
  'openid-client': 'session',
  pg: 'postgres',
  '@node-rs/argon2': 'session',
  'csv-parse': 'exchange',
  saxes: 'exchange',
  yauzl: 'exchange',
  pino: 'request',
  commander: 'command',
  nodemailer: 'work',
  // Optional: only if the operator installed it.
  '@opentelemetry/api': 'http',
}

describe('the modules', () => {
  it('are all in the table', () => {
    expect(new Set(sources.map(({ path }) => moduleOf(path)))).toEqual(new Set(Object.keys(modules)))
  })

  it.each(Object.entries(modules))('%s imports %s and no other module', (module, allowed) => {
    const forbidden = sources
      .filter(({ path }) => moduleOf(path) === module)
      .flatMap((source) => importsOf(source).inside.map((target) => ({ path: source.path, target })))
      .filter(({ target }) => moduleOf(target) !== module && !allowed.includes(moduleOf(target)))
    expect(forbidden).toEqual([])
  })

  it('import only modules that come after them, types included: there are no circles', () => {
    const order = Object.keys(modules)
    const upward = Object.entries(modules).flatMap(([module, allowed]) =>
      allowed.filter((other) => order.indexOf(other) <= order.indexOf(module)).map((other) => `${module} → ${other}`),
    )
    expect(upward).toEqual([])
  })

  it('may import nothing that they do not import', () => {
    const imported = (module: string) =>
      new Set(
        sources
          .filter(({ path }) => moduleOf(path) === module)
          .flatMap((source) => importsOf(source).inside.map(moduleOf)),
      )
    const unused = Object.entries(modules).flatMap(([module, allowed]) =>
      allowed.filter((other) => !imported(module).has(other)).map((other) => `${module} → ${other}`),
    )
    expect(unused).toEqual([])
  })

  it('import a third-party package in one module only', () => {
    const uses = sources.flatMap((source) => importsOf(source).outside.map((name) => ({ name, path: source.path })))
    expect(uses.filter(({ name, path }) => packages[name] !== moduleOf(path))).toEqual([])
  })

  it('have no barrel files', () => {
    expect(filesWith(/^export (\*|\{[^}]*\}) from/m)).toEqual(['index.ts'])
  })
})
