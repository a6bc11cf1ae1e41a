import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { runTabularium } from './harness/commandLine.ts'
import { until } from './harness/poll.ts'
import { runCommand } from './harness/runCommand.ts'
import { startProcess } from './harness/service.ts'

const library = JSON.stringify(import.meta.resolve('../src/index.ts'))
const own = "{ fieldName: 'createdBy', operator: '=', value: '$user.id' }"
let home: string
/** The folder of the models: a new one for each declaration, because Node imports a file once. */
let folder: string
let database: TestDatabase

/** Declares the role clerk with these rules. */
async function declare(rules: string, help = "help: 'Writes notes',", fields = 'subject: text()'): Promise<void> {
  folder = await mkdtemp(join(home, 'models-'))
  await writeFile(
    join(folder, 'Note.ts'),
    `import { computed, extendUser, model, text } from ${library}
    export const Note = model({ name: 'org.example.Note', title: 'subject', fields: { ${fields} } })
    export const people = extendUser({ fields: { region: text({ max: 20 }) } })`,
  )
  const declaration = `export const clerk = role({ name: 'clerk', ${help} rules: [${rules}] })`
  const text = `import { role } from ${library}\n${declaration}`
  await writeFile(join(folder, 'roles.ts'), text)
}

function run(...args: string[]): Promise<string> {
  const start = args[0] === 'serve' ? runTabularium : runCommand
  return start([...args, '--models', folder], { DATABASE_URL: database.url })
}

interface PlannedStep {
  title: string
  statements: string[]
  change?: object
}

async function planned(): Promise<PlannedStep[]> {
  return JSON.parse(await run('migrate', 'plan', '--json'))
}

async function titles(): Promise<string[]> {
  return (await planned()).map(({ title }) => title)
}

interface JournalEntry {
  model: string
  operation: string
  version: number
  author: number | null
  request: string
}

async function journalOf(...models: string[]): Promise<JournalEntry[]> {
  return database.query<JournalEntry>(
    `select models.name as model, operation::text, version::int, author::int, request_id as request
    from tabularium.journal join tabularium.models on models.number = journal.model where models.name = any($1)
    order by transaction::text::bigint, journal.ctid`,
    [models],
  )
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tabularium-roles-'))
  database = await createDatabase({ empty: true })
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true })
})

describe('roles in files', () => {
  it('are planned and applied on an empty database together with the schema', async () => {
    await declare(
      `{ model: 'org.example.Note', read: true }, { model: 'org.example.*', update: true, condition: ${own} }`,
    )
    expect((await titles()).slice(-3)).toEqual([
      'Create the role clerk',
      'Give role clerk: read org.example.Note',
      'Give role clerk: update org.example.* where createdBy = $user.id',
    ])
    const said = await run('migrate', 'apply')
    expect(said).toContain('done: Give role clerk: update org.example.* where createdBy = $user.id')
    expect(await planned()).toEqual([])
    expect(await run('migrate', 'status')).toContain('The database has the schema of the models.')
  })

  it('are written as records are, by nobody, with journal and counts', async () => {
    const entry = { operation: 'c', version: 0, author: null, request: 'command' }
    expect(await journalOf('tabularium.Role', 'tabularium.Rule')).toEqual([
      { ...entry, model: 'tabularium.Role' },
      { ...entry, model: 'tabularium.Rule' },
      { ...entry, model: 'tabularium.Rule' },
    ])
    // There are no users here, and nothing else is wrong.
    await expect(run('doctor', '--recount')).rejects.toThrow(/1\. Nobody can log in[^]*\n1 finding;/)
  })

  it('that changed are shown as they change, and applied', async () => {
    await declare(
      `{ model: 'org.example.Note', read: true, create: true, readFields: ['subject'] },
      { model: '*', read: true, condition: { fieldName: 'createdOn', operator: '<', value: '$now' } }`,
      '',
    )
    const steps = await planned()
    expect(steps.map(({ title }) => title)).toEqual([
      'Change the help of the role clerk',
      'Change for role clerk: read org.example.Note; to: read, create org.example.Note, reading only subject',
      'Give role clerk: read * where createdOn < $now',
      'Take from role clerk: update org.example.* where createdBy = $user.id',
    ])
    expect(steps[3]).toMatchObject({ statements: [], change: { do: 'deleteRule', role: 'clerk', id: 2 } })
    await expect(run('migrate', 'plan', '--exit-code')).rejects.toThrow('ended with 3')
    await expect(run('migrate', 'status')).rejects.toThrow('4 steps to do')
    await run('migrate', 'apply')
    expect(await titles()).toEqual([])
    expect((await journalOf('tabularium.Rule')).slice(2).map(({ operation, version }) => operation + version)).toEqual([
      'u1',
      'c0',
      'd1',
    ])
  })

  it('own their roles: what was added over the API is reported by doctor and serve, and removed', async () => {
    await database.query(
      `insert into record.tabularium_rule (id, version, created_on, updated_on, role, model, "delete")
      select nextval('record.tabularium_rule_ids'), 0, now(), now(), role.id, '*', true
      from record.tabularium_role as role`,
    )
    const step = 'Take from role clerk: delete *'
    await expect(run('doctor')).rejects.toThrow(`The roles are not what their files declare. To be done: ${step}.`)
    const service = await startProcess(database.url, { models: folder })
    const line = await until('the warning is logged', () =>
      service
        .logs()
        .split('\n')
        .find((one) => one.includes('the roles differ from their files')),
    )
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', steps: [step] })
    await service.stop()
    await run('migrate', 'apply')
    expect(await titles()).toEqual([])
  })

  it('leave other roles alone', async () => {
    await database.query(
      `insert into record.tabularium_role (id, version, created_on, updated_on, name)
      values (nextval('record.tabularium_role_ids'), 0, now(), now(), 'guest')`,
    )
    expect(await titles()).toEqual([])
  })

  it('with mistakes are refused with file and message, and nothing is done', async () => {
    await declare(
      `{ model: 'org.example.Nothing', read: true }, { model: 'org.example.Note', read: true, condition: { ` +
        `fieldName: 'subject', operator: '=', value: '$user.regoin' } }`,
    )
    for (const command of [['models', 'check'], ['migrate', 'plan'], ['migrate', 'apply'], ['serve'], ['doctor']]) {
      const refused = await run(...command).catch((error: Error) => error.message)
      expect(refused).toMatch(/ended with 2: .*The models have 2 mistakes:/s)
      expect(refused).toMatch(/roles\.ts · role clerk: rule 1: model must name a model/)
      expect(refused).toContain('There is no field "regoin" of the user. Did you mean "region"?')
    }
  })

  it('that hide fields say in words who can read a new one', async () => {
    const rules = "{ model: 'org.example.Note', read: true, hideFields: ['price'], lockFields: ['subject'] }"
    const fields = "subject: text(), price: text({ max: 9 }), tag: computed('{price}!')"
    await declare(rules, '', fields)
    expect((await titles()).join('\n')).toContain('org.example.Note, reading all but price, writing all but subject')
    await run('migrate', 'apply')
    expect(await titles()).toEqual([])
    await declare(rules, '', `${fields}, insuredFor: text(), cost: text()`)
    expect(await run('migrate', 'plan')).toContain('note: clerk can now read org.example.Note.insuredFor')
    await declare(rules.replace("'price'", "'price', 'cost'"), '', `${fields}, cost: text()`)
    expect(await run('migrate', 'plan')).not.toContain('can now read')
  })

  it('are noted if they show what is computed from a field that they do not show', async () => {
    const fields = "subject: text(), price: text({ max: 9 }), tag: computed('{price}!')"
    await declare("{ model: 'org.example.Note', read: true, readFields: ['subject', 'tag'] }", '', fields)
    const note =
      /roles\.ts · role clerk: rule 1: readFields shows tag, which follows from price, .*hideFields: \['price'\]/
    expect(await run('models', 'check')).toMatch(note)
    expect(JSON.parse(await run('models', 'check', '--json'))).toMatchObject({ notes: [{ model: 'role clerk' }] })
  })

  it('can be given to a user by name', async () => {
    await declare('')
    const add = (...args: string[]) =>
      runCommand(['user', 'add', ...args, '--password-stdin'], { DATABASE_URL: database.url }, 'correct-horse-battery')
    await add('ada', '--role', 'clerk', '--role', 'guest')
    const rows = await database.query(
      `select role.name from record.tabularium_user as users
        join record.tabularium_user_roles_links as links on links.source = users.id
      join record.tabularium_role as role on role.id = links.target where users.username = 'ada' order by 1`,
    )
    expect(rows).toEqual([{ name: 'clerk' }, { name: 'guest' }])
    const [entry] = await database.query<{ changes: object }>(
      `select changes from tabularium.journal where model = (select number from tabularium.models
        where name = 'tabularium.User') and version = 0`,
    )
    expect(entry?.changes).toMatchObject({ username: [null, 'ada'], roles: [[], [1, 2]] })
    await expect(add('bob', '--role', 'clrek')).rejects.toThrow('There is no role "clrek". Did you mean "clerk"?')
    expect(await database.query("select from record.tabularium_user where username = 'bob'")).toEqual([])
  })
})
