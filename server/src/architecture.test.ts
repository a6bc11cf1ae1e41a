import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from './model/field/fieldTypes.ts'

/**
 * Which modules each module may import, in the order in which a request passes them. A module is a folder of `src`, or
 * a file directly in it. A new entry is a decision: add it here and in ARCHITECTURE.md.
 */
const modules: Record<string, readonly string[]> = {
  // The stages of a request.
  'answer.ts': [
    'answerAboutCaller.ts',
    'answerAction.ts',
    'answerChanges.ts',
    'answerChangeSets.ts',
    'answerWebhooks.ts',
    'call',
    'session',
    'model',
    'permission',
    'plan',
    'access',
    'openapi',
    'execute',
    'statement',
    'envelope',
    'failure.ts',
    'deadline.ts',
    'observe.ts',
  ],
  'answerAboutCaller.ts': [
    'call',
    'session',
    'permission',
    'access',
    'describe.ts',
    'describeActions.ts',
    'logic',
    'openapi',
    'execute',
    'envelope',
    'deadline.ts',
    'observe.ts',
  ],
  'answerAction.ts': [
    'call',
    'session',
    'model',
    'permission',
    'logic',
    'plan',
    'execute',
    'envelope',
    'deadline.ts',
    'failure.ts',
    'log.ts',
  ],
  'answerChanges.ts': ['call', 'session', 'permission', 'plan', 'execute', 'feed', 'envelope', 'deadline.ts'],
  'answerWebhooks.ts': ['call', 'session', 'permission', 'plan', 'execute', 'work', 'envelope', 'deadline.ts'],
  'answerChangeSets.ts': ['call', 'session', 'permission', 'plan', 'execute', 'envelope', 'deadline.ts', 'failure.ts'],
  feed: ['call', 'permission', 'plan', 'execute', 'statement', 'postgres', 'envelope', 'failure.ts'],
  'answerInTime.ts': ['call', 'envelope', 'deadline.ts', 'failure.ts'],
  http: [
    'call',
    'envelope',
    'failure.ts',
    'failureCodes.ts',
    'log.ts',
    'metrics',
    'observe.ts',
    'requestIds.ts',
    'requestMembers.ts',
  ],
  call: ['permission', 'failure.ts', 'nearest.ts'],
  session: ['permission', 'batch', 'statement', 'postgres', 'model', 'failure.ts', 'invariant.ts'],
  model: ['sql', 'failure.ts', 'nearest.ts'],
  criteria: ['model', 'failure.ts', 'nearest.ts'],
  permission: ['criteria', 'model', 'deadline.ts', 'failure.ts', 'nearest.ts'],
  logic: ['model', 'permission', 'criteria', 'failure.ts', 'nearest.ts'],
  plan: ['call', 'permission', 'criteria', 'model', 'failure.ts', 'json.ts', 'nearest.ts'],
  access: [
    'call',
    'session',
    'permission',
    'logic',
    'criteria',
    'plan',
    'execute',
    'statement',
    'model',
    'postgres',
    'envelope',
    'deadline.ts',
    'failure.ts',
    'json.ts',
  ],
  'describe.ts': ['call', 'model', 'permission', 'envelope'],
  'describeActions.ts': ['model', 'permission', 'logic', 'envelope'],
  // It describes the routes and statuses of http, for which it makes no reply itself.
  openapi: ['call', 'http', 'model', 'criteria', 'permission', 'logic', 'plan', 'failureCodes.ts', 'failureContent.ts'],
  execute: [
    'send',
    'permission',
    'logic',
    'plan',
    'idempotency',
    'batch',
    'statement',
    'versions',
    'model',
    'postgres',
    'envelope',
    'deadline.ts',
    'failure.ts',
    'json.ts',
    'invariant.ts',
  ],
  idempotency: ['permission', 'plan', 'statement', 'postgres', 'envelope', 'failure.ts', 'json.ts'],
  versions: ['model'],
  batch: [
    'plan',
    'statement',
    'versions',
    'postgres',
    'model',
    'failure.ts',
    'invariant.ts',
    'permission',
    'deadline.ts',
  ],
  statement: [
    'permission',
    'criteria',
    'plan',
    'versions',
    'model',
    'sql',
    'postgres',
    'failure.ts',
    'invariant.ts',
    'json.ts',
    'requestIds.ts',
  ],
  postgres: ['sql', 'failure.ts', 'failureCodes.ts', 'deadline.ts'],
  envelope: ['statement', 'failure.ts', 'failureCodes.ts', 'json.ts'],
  // What all stages may import.
  'failure.ts': ['failureCodes.ts', 'failureContent.ts'],
  'failureContent.ts': ['failureCodes.ts', 'json.ts'],
  'failureCodes.ts': [],
  'json.ts': [],
  'deadline.ts': [],
  'observe.ts': [],
  'nearest.ts': [],
  'invariant.ts': [],
  sql: [],
  'log.ts': ['requestMembers.ts', 'failure.ts'],
  'requestIds.ts': [],
  'requestMembers.ts': [],
  // What surrounds the requests.
  metrics: ['observe.ts'],
  'openDatabase.ts': ['metrics', 'model', 'postgres', 'schema', 'settings', 'failureCodes.ts', 'log.ts'],
  'collectMetrics.ts': ['metrics', 'http', 'housekeeping', 'statement', 'postgres'],
  schema: ['statement', 'model', 'sql', 'postgres', 'invariant.ts'],
  settings: ['postgres', 'nearest.ts'],
  work: [
    'call',
    'envelope',
    'execute',
    'feed',
    'send',
    'metrics',
    'logic',
    'criteria',
    'permission',
    'plan',
    'statement',
    'versions',
    'model',
    'sql',
    'postgres',
    'failure.ts',
    'invariant.ts',
    'log.ts',
    'requestIds.ts',
  ],
  housekeeping: ['statement', 'model', 'sql', 'postgres', 'failure.ts', 'log.ts'],
  'createAnswer.ts': [
    'execute',
    'answer.ts',
    'answerAction.ts',
    'openapi',
    'answerInTime.ts',
    'failure.ts',
    'access',
    'call',
    'session',
    'model',
    'permission',
    'logic',
    'plan',
    'idempotency',
    'batch',
    'feed',
    'statement',
    'postgres',
    'housekeeping',
    'send',
    'settings',
    'metrics',
    'observe.ts',
    'requestMembers.ts',
    'log.ts',
    'work',
  ],
  'findObstacle.ts': ['schema', 'statement', 'model', 'postgres'],
  'findStatus.ts': ['housekeeping', 'http', 'statement', 'postgres'],
  'createWork.ts': [
    'work',
    'permission',
    'send',
    'execute',
    'logic',
    'plan',
    'idempotency',
    'batch',
    'model',
    'postgres',
    'settings',
    'log.ts',
  ],
  'startWork.ts': [
    'session',
    'createWork.ts',
    'findObstacle.ts',
    'findStatus.ts',
    'serve.ts',
    'collectMetrics.ts',
    'openDatabase.ts',
    'http',
    'housekeeping',
    'metrics',
    'postgres',
    'statement',
    'permission',
    'work',
  ],
  'serve.ts': [
    'session',
    'createAnswer.ts',
    'createWork.ts',
    'findObstacle.ts',
    'findStatus.ts',
    'logic',
    'openapi',
    'http',
    'model',
    'statement',
    'sql',
    'postgres',
    'housekeeping',
    'work',
    'settings',
    'failure.ts',
    'log.ts',
    'metrics',
    'collectMetrics.ts',
    'openDatabase.ts',
  ],
  workers: ['http', 'settings', 'log.ts', 'metrics'],
  send: [],
  command: [
    'answerAction.ts',
    'createWork.ts',
    'execute',
    'serve.ts',
    'startWork.ts',
    'openapi',
    'http',
    'workers',
    'settings',
    'schema',
    'session',
    'model',
    'permission',
    'logic',
    'criteria',
    'plan',
    'statement',
    'postgres',
    'sql',
    'log.ts',
    'failure.ts',
    'json.ts',
    'nearest.ts',
    'invariant.ts',
    'requestIds.ts',
  ],
  'main.ts': ['command', 'workers'],
  'index.ts': ['model', 'logic'],
  'testing.ts': ['command'],
}

/** The one module that may import each third-party package. */
const packages: Record<string, string> = {
  fastify: 'http',
  pg: 'postgres',
  '@node-rs/argon2': 'session',
  pino: 'log.ts',
  commander: 'command',
  // Optional: only if the operator installed it.
  '@opentelemetry/api': 'http',
}

/** Where lines may still be longer than 120 columns. This list only gets shorter. */
const notLaidOut = [
  // An applied migration: a line of a function body is long, and existing databases have the function as it is.
  'src/schema/service/002-journal.sql',
  // Generated by the test schemaDump.
  'src/schema/service/schema.sql',
]

interface Source {
  readonly path: string
  readonly text: string
  readonly code: string
}

const root = dirname(fileURLToPath(import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path): Source => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') }
  })

function moduleOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** What a file imports: paths of other source files, and names of packages. */
function importsOf({ path, code }: Source): { inside: string[]; outside: string[] } {
  const imports = /^(?:import|export)\b[^'`]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm
  const targets = Array.from(code.matchAll(imports), ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
  return {
    inside: targets
      .filter((target) => target.startsWith('.') && target.endsWith('.ts'))
      .map((target) => relative(root, normalize(join(root, dirname(path), target)))),
    outside: targets.filter((target) => !target.startsWith('.') && !target.startsWith('node:')),
  }
}

function filesWith(pattern: RegExp, except: readonly string[] = []): string[] {
  return sources.filter(({ path, code }) => pattern.test(code) && !except.includes(path)).map(({ path }) => path)
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

  it('import a third-party package in one module only', () => {
    const uses = sources.flatMap((source) => importsOf(source).outside.map((name) => ({ name, path: source.path })))
    expect(uses.filter(({ name, path }) => packages[name] !== moduleOf(path))).toEqual([])
  })

  it('have no barrel files', () => {
    expect(filesWith(/^export (\*|\{[^}]*\}) from/m)).toEqual(['index.ts'])
  })
})

describe('all sources', () => {
  it('main.ts (and testing.ts) alone reads the environment, the arguments, the clock and randomness', () => {
    const ofProcess = /process\.(env|argv|exit|stdout|stderr|stdin|on)\b/
    const ambient = new RegExp(
      [ofProcess, /\bDate\.now\(|\bnew Date\(\)/, /Math\.random|\brandom(Bytes|UUID|Int)\(/]
        .map(({ source }) => source)
        .join('|'),
    )
    expect(filesWith(ambient, ['main.ts', 'testing.ts']).filter((path) => !usesParameterOnly(path))).toEqual([])
  })

  it('sql/sql.ts alone makes SQL text; the driver, which takes no other text, is in postgres/', () => {
    expect(filesWith(/\bnew Sql\(/)).toEqual(['sql/sql.ts'])
  })

  it('no stage after call knows HTTP', () => {
    const stages = [
      'session',
      'model',
      'criteria',
      'permission',
      'logic',
      'plan',
      'access',
      'describe.ts',
      'describeActions.ts',
      'answerAction.ts',
      'execute',
      'idempotency',
      'versions',
      'batch',
      'statement',
      'postgres',
      'sql',
      'envelope',
      'answer.ts',
    ]
    const words = /\bnode:http\b|\bstatusCode\b|\bhttpStatus\w*|\bheaders\b|set-cookie/i
    expect(filesWith(words).filter((path) => stages.includes(moduleOf(path)))).toEqual([])
  })

  it('only model/field compares the names of field types, apart from references', () => {
    const any = `'(?:${Object.keys(fieldTypes).join('|')})'`
    const names = any.replace('|reference', '')
    const compared = new RegExp(
      [
        `\\btype\\s*[!=]==\\s*${names}`,
        `${names}\\s*[!=]==\\s*[\\w.?]*\\btype\\b`,
        `\\[\\s*(?:${any},\\s*)*${names},?\\s*(?:${any},?\\s*)*\\]`,
        `\\bcase ${names}:`,
      ].join('|'),
    )
    expect(compared.test("if (field?.type === 'date') return")).toBe(true)
    expect(compared.test("['reference', 'computed'].includes(type)")).toBe(true)
    expect(compared.test("if (field.type === 'reference') return")).toBe(false)
    expect(filesWith(compared).filter((path) => !path.startsWith('model/field/'))).toEqual([])
  })

  it('files stay small', () => {
    expect(sources.filter(({ text }) => text.split('\n').length > 200).map(({ path }) => path)).toEqual([])
  })

  it('no line of code or SQL is longer than 120 columns', () => {
    const folders = ['src', 'test', 'bench', 'scripts']
    const long = globSync(`{${folders.join()}}/**/*.{ts,sql}`, { cwd: dirname(root) })
      .filter((path) => !notLaidOut.some((start) => path.startsWith(start)))
      .filter((path) =>
        readFileSync(join(dirname(root), path), 'utf8')
          .split('\n')
          .some((line) => line.length > 120),
      )
    expect(long).toEqual([])
  })

  it('no file uses any, non-null assertions, default exports, enums or namespaces', () => {
    expect(
      filesWith(/: any\b|<any>|as any\b|\w!\.|\w!$|^export default|^(export )?(const )?enum |^(export )?namespace /m),
    ).toEqual([])
  })
})

/** Whether a file only calls a function of that name which it gets as a parameter. */
function usesParameterOnly(path: string): boolean {
  const { code = '' } = sources.find((source) => source.path === path) ?? {}
  return !/process\.|Date\.now|new Date\(\)|Math\.random|from 'node:crypto'/.test(code)
}
