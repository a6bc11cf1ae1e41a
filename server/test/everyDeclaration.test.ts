import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import * as exported from '../src/index.ts'
import { codeMembers, commonMembers, members as logicMembers } from '../src/logic/checkLogic.ts'
import type { MigrationDeclaration } from '../src/logic/migration.ts'
import type { ApplicationDeclaration } from '../src/model/application.ts'
import type { Check } from '../src/model/Check.ts'
import type { AtMostDeclaration, NoOverlapDeclaration, UniqueDeclaration } from '../src/model/Constraint.ts'
import { relationOptions } from '../src/model/checkRelation.ts'
import { commonOptions } from '../src/model/checkField.ts'
import { viewMembers } from '../src/model/DeclaredView.ts'
import { modelMembers } from '../src/model/declare.ts'
import type { Section } from '../src/model/Model.ts'
import { fieldTypes } from '../src/model/field/fieldTypes.ts'
import { views } from '../src/model/field/views.ts'
import { loadDeclarations } from '../src/model/loadModels.ts'
import type { OidcDeclaration } from '../src/model/signIn/oidc.ts'
import type { SignInDeclaration } from '../src/model/signIn/signIn.ts'
import type { SqlDeclaration } from '../src/model/ownSql.ts'
import { dashboardMembers } from '../src/plan/checkDashboards.ts'
import { tileMembers } from '../src/plan/tileFaults.ts'
import { roleMembers, ruleMembers } from '../src/model/role.ts'
import { admin, recordOf } from './harness/client.ts'
import { runTabularium } from './harness/commandLine.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { makeClientKey } from './harness/oidc/keys.ts'
import { page, root } from './harness/pages.ts'
import { loggedIn, startProcess } from './harness/service.ts'

type Members = Readonly<Record<string, unknown>>

const files = Array.from(
  page('docs/reference/every-declaration.md').matchAll(/^## `([\w.]+)`\n\n```ts\n([^]*?)```/gm),
  ([, name = '', text = '']) => ({ name, text }),
)
/** What the providers of the page take from the environment. */
const secrets = {
  GUILD_SECRET: 'of the guild',
  SUPPLIERS_KEY: makeClientKey(),
  TABULARIUM_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
}
const inPackage = (name: string) => `com.example.workshop.${name}`

let folder: string
let database: TestDatabase
let declared: Members[]

beforeAll(async () => {
  // Inside the checkout, so that the files find the package.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/every-'))
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  database = await createDatabase({ empty: true })
  const modules = await Promise.all(files.map(({ name }) => import(join(folder, name)) as Promise<Members>))
  declared = modules.flatMap((module) => Object.values(module) as Members[])
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** The members of a list of declarations, each once. */
function namesIn(declarations: readonly unknown[]): string[] {
  return [...new Set(declarations.flatMap((one) => Object.keys(one as object)))]
}

/** The declarations whose name is in the plain text as an argument of a function, such as `model(`. */
function declaredBy(name: string): Members[] {
  const called = Array.from(
    files
      .map(({ text }) => text)
      .join('\n')
      .matchAll(new RegExp(`^export const \\w+ = ${name}\\(\\{\\n  name: '([^']+)'`, 'gm')),
    ([, found]) => found,
  )
  return declared.filter((one) => called.includes(one.name as string))
}

describe('every declaration, as its page shows it', () => {
  test('has no mistakes and no notes but of languages, and its types are right', { timeout: 120_000 }, async () => {
    const checked = await runTabularium(['models', 'check', '--models', folder], {})
    expect(checked).toContain('6 models, no mistakes\n1 note:')
    const config = { extends: join(root, 'tsconfig.json'), include: [join(folder, '*.ts')] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [compiler, '--noEmit', '-p', folder], { encoding: 'utf8' })
  })

  test('is migrated to and served: a repair with its lines is entered, mended and given back', async () => {
    await runTabularium(['migrate', 'apply', '--models', folder], { DATABASE_URL: database.url })
    const adding = ['user', 'add', 'admin', '--admin', '--password-stdin']
    await runTabularium(adding, { DATABASE_URL: database.url }, admin.password)
    const service = await startProcess(database.url, { models: folder }, undefined, secrets)
    const client = await loggedIn(service)
    try {
      const customer = recordOf(
        await client.create(inPackage('Customer'), { lastName: 'Byron', email: 'ADA@example.com ' }),
      )
      const part = recordOf(await client.create(inPackage('Part'), { code: 'ch8', name: 'Chain', price: '24.90' }))
      const lines = [{ part: { id: part.id }, quantity: 2 }]
      const taken = { customer: { id: customer.id }, frameNumber: 'WX-1', takenOn: '2026-03-01', lines }
      const repair = recordOf(await client.create(inPackage('Repair'), taken))
      expect(repair).toMatchObject({ number: 'R-2026-0001', dueOn: '2026-03-08', total: '49.80', status: 'taken' })
      const input = { data: { repair: { id: repair.id } } }
      const mended = await client.exchange('POST', `/ws/action/${inPackage('mend')}`, { body: input })
      expect(mended.status).toBe(200)
      expect(recordOf(await client.read(inPackage('Repair'), repair.id))).toMatchObject({
        status: 'mended',
        version: 1,
      })
      const fetched = await client.exchange('POST', `/ws/action/${inPackage('giveBack')}`, {
        body: { data: { repairs: [{ id: repair.id }] } },
      })
      expect(fetched.status).toBe(200)
      expect(recordOf(await client.read(inPackage('Repair'), repair.id)).status).toBe('fetched')
    } finally {
      client.close()
      await service.stop()
    }
  })

  test('uses every function that the package exports', () => {
    const imported = files.flatMap(({ text }) => {
      const [, names = ''] = /import \{([^}]*)\} from 'tabularium'/.exec(text) ?? []
      return names.match(/\w+/g) ?? []
    })
    // What `refuse` makes: code that tests logic compares with it.
    const all = Object.keys(exported).filter((name) => name !== 'Refusal')
    expect([...new Set(imported)].toSorted()).toEqual(all.toSorted())
  })

  test('uses every member of models, checks and conditions over records', () => {
    const models = declaredBy('model')
    const listOf = (member: string) => models.flatMap((one) => (one[member] ?? []) as object[])
    expect(namesIn(models)).toEqual(expect.arrayContaining([...modelMembers]))
    expect(namesIn(listOf('checks'))).toEqual(
      expect.arrayContaining(keysOf<Check>({ name: 1, fields: 1, when: 1, holds: 1, message: 1 })),
    )
    const sections = listOf('sections')
    expect(namesIn(sections)).toEqual(
      expect.arrayContaining(keysOf<Section>({ label: 1, fields: 1, when: 1, tab: 1, columns: 1 })),
    )
    const placed = sections.flatMap((section) => (section as Section).fields)
    expect(namesIn(placed.filter((field) => typeof field === 'object'))).toEqual(['name', 'width'])
    const ofViews = models.flatMap((one) => Object.values(one['views'] ?? {}))
    expect(namesIn(ofViews)).toEqual(expect.arrayContaining([...viewMembers]))
    const common = { name: 1, where: 1, message: 1, errorFields: 1 } as const
    const unique = keysOf<UniqueDeclaration>({ ...common, fields: 1, nulls: 1 })
    const noOverlap = keysOf<NoOverlapDeclaration>({ ...common, by: 1, from: 1, to: 1, bounds: 1 })
    const atMost = keysOf<AtMostDeclaration>({ ...common, count: 1, by: 1 })
    expect(namesIn(listOf('unique'))).toEqual(expect.arrayContaining(unique))
    expect(namesIn(listOf('noOverlap'))).toEqual(expect.arrayContaining(noOverlap))
    expect(namesIn(listOf('atMost'))).toEqual(expect.arrayContaining(atMost))
  })

  test('uses every type of field and relation, with every option, and every view', async () => {
    const { models } = await loadDeclarations(folder)
    const own = models.all.filter(({ name }) => name.startsWith(inPackage('')))
    const fields = own.flatMap((model) => [...model.fields, ...(model.relations ?? [])])
    const ofFields = Object.entries(fieldTypes).map(([type, { options }]) => [type, options] as const)
    for (const [type, options] of [...ofFields, ...Object.entries(relationOptions)]) {
      const used = namesIn(fields.filter((field) => field.type === type))
      expect([type, used]).toEqual([type, expect.arrayContaining([...options])])
    }
    const common = [...commonOptions]
    expect(namesIn(fields)).toEqual(expect.arrayContaining(common))
    const shown = new Set(fields.flatMap((field) => ('view' in field ? [field.view] : [])))
    // `colour` is `color`, spelled otherwise.
    expect([...shown, 'colour'].toSorted()).toEqual(views.toSorted())
  })

  test('uses every member of roles, rules and the application', () => {
    const roles = declaredBy('role')
    expect(namesIn(roles)).toEqual(expect.arrayContaining(roleMembers))
    expect(namesIn(roles.flatMap((one) => one.rules as object[]))).toEqual(expect.arrayContaining(ruleMembers))
    const application = keysOf<ApplicationDeclaration>({
      label: 1,
      timeZone: 1,
      languages: 1,
      currency: 1,
      yearBegins: 1,
    })
    expect(declared.filter((one) => application.every((member) => member in one))).toHaveLength(1)
  })

  test('uses every member of providers and ways to log in', () => {
    const oidc = keysOf<OidcDeclaration>({
      name: 1,
      label: 1,
      issuer: 1,
      clientId: 1,
      clientSecret: 1,
      privateKey: 1,
      scopes: 1,
      signUp: 1,
      linkByEmail: 1,
      roles: 1,
      clientAuth: 1,
      algorithms: 1,
      accessTokens: 1,
      linkBy: 1,
      lifetime: 1,
      logoutHint: 1,
    })
    expect(namesIn(declaredBy('oidc'))).toEqual(expect.arrayContaining(oidc))
    const signIn = keysOf<SignInDeclaration>({ providers: 1, passwords: 1, scim: 1 })
    expect(declared.filter((one) => signIn.every((member) => member in one))).toHaveLength(1)
  })

  it.each(['action', 'job', 'reaction', 'schedule', 'mail'] as const)('uses every member of an %s', (kind) => {
    const code = kind === 'mail' ? [] : codeMembers
    expect(namesIn(declaredBy(kind))).toEqual(expect.arrayContaining([...code, ...logicMembers[kind]]))
    expect(namesIn(declaredBy('action'))).toEqual(expect.arrayContaining(commonMembers))
  })

  test('uses every member of dashboards and tiles', () => {
    const dashboards = declaredBy('dashboard')
    expect(namesIn(dashboards)).toEqual(expect.arrayContaining(dashboardMembers))
    expect(namesIn(dashboards.flatMap((one) => one.tiles as object[]))).toEqual(expect.arrayContaining(tileMembers))
  })

  test('uses every member of migrations', () => {
    const sql = { name: 1, on: 1, up: 1, down: 1, keep: 1, after: 1, transaction: 1, constraints: 1 } as const
    expect(namesIn(declaredBy('sql'))).toEqual(expect.arrayContaining(keysOf<SqlDeclaration>(sql)))
    const migration = { name: 1, on: 1, where: 1, fields: 1, page: 1, onProblem: 1, after: 1, run: 1 } as const
    expect(namesIn(declaredBy('migration'))).toEqual(expect.arrayContaining(keysOf<MigrationDeclaration>(migration)))
  })
})

/** The names of the members of a declaration, all of them: the compiler compares. */
function keysOf<T>(members: Readonly<Record<keyof T, 1>>): string[] {
  return Object.keys(members)
}
