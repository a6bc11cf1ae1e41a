import { beforeAll, describe, expect, it } from 'vitest'
import { action, date, expression, integer, job, model, reference, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { toRole } from '../src/model/role.ts'
import { toModel } from '../src/model/toModel.ts'
import { noteDefaults } from '../src/permission/noteDefaults.ts'
import { recordOf } from './harness/client.ts'
import { useLogic } from './harness/useLogic.ts'

const Person = model({ name: 'lab.Person', title: 'name', fields: { name: text() } })
const Thing = model({ name: 'lab.Thing', title: 'name', fields: { name: text(), days: integer() } })
const Loan = model({
  name: 'lab.Loan',
  title: 'note',
  fields: { note: text(), thing: reference(Thing), days: integer({ default: expression('thing.days') }) },
})
const declarations = [
  action({
    name: 'lab.lend',
    takes: {
      thing: reference(Thing, { required: true }),
      borrower: reference(Person, { required: true, default: expression('$user.person') }),
      fromOn: date({ required: true, default: '$today' }),
      dueOn: date({ default: expression('fromOn + days(thing.days)') }),
    },
    gives: { borrower: reference(Person, { required: true }), dueOn: date() },
    run: async ({ borrower, dueOn }) => ({ borrower, dueOn }),
  }),
]
const models = withBuiltIn([Person, Thing, Loan].map(toModel), {
  person: reference(Person),
})
const roles = [
  role({ name: 'desk', rules: [{ model: 'lab.Loan', read: true, create: true }], actions: ['lab.lend'] }),
].map((declared) => toRole(declared, 'roles.ts'))
const { logic, mistakes } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles },
)
const stage = useLogic({ models, roles, logic })

let thing: number
let person: number

beforeAll(async () => {
  thing = recordOf(await stage.client.create(Thing.name, { name: 'cam', days: 3 })).id
  person = recordOf(await stage.client.create(Person.name, { name: 'Ada' })).id
})

const lend = (data: object) => stage.client.exchange('POST', '/ws/action/lab.lend', { body: { data } })

describe('defaults of what an action takes', () => {
  it('are declared without mistakes', () => expect(mistakes).toEqual([]))

  it('that need a value and have none are refused', async () => {
    const reply = await lend({ thing: { id: thing } })
    expect(reply.status).toBe(400)
    expect(reply.json?.errors).toEqual({ borrower: 'is required' })
  })

  it('come from the user, other fields and records; what is sent wins, also null', async () => {
    const { id, version } = recordOf(await stage.client.read('tabularium.User', 1))
    recordOf(await stage.client.update('tabularium.User', id, { version, person: { id: person } }))
    const sent = { thing: { id: thing }, fromOn: '2031-01-01' }
    expect((await lend(sent)).json?.data).toEqual([{ borrower: { id: person }, dueOn: '2031-01-04' }])
    expect((await lend({ ...sent, dueOn: null })).json?.data).toEqual([{ borrower: { id: person }, dueOn: null }])
    expect((await lend({ ...sent, dueOn: '2031-02-01' })).json?.data).toMatchObject([{ dueOn: '2031-02-01' }])
  })

  it('are in the metadata of the action', async () => {
    const { json } = await stage.client.exchange('GET', '/ws/meta/actions')
    const [{ takes }] = json?.data as [{ takes: { name: string; default?: object }[] }]
    expect(takes.find(({ name }) => name === 'borrower')?.default).toMatchObject({
      expression: '$user.person',
      tree: { is: 'variable', name: '$user.person' },
    })
  })

  it('are refused in a job', () => {
    const late = job({
      name: 'lab.late',
      takes: { day: date({ default: expression('$today + 1d') }) },
      run: async () => undefined,
    })
    const found = loadLogic([{ file: 'logic.ts', declaration: late }], { models, roles }).mistakes
    expect(found.map(({ message }) => message)).toEqual(['default is an expression, which only actions take'])
  })
})

describe('models check', () => {
  it('notes a default that takes what a role may not read', () => {
    expect(noteDefaults(roles, models).map(({ message }) => message)).toEqual([
      'days takes thing.days, which role desk may not read',
    ])
  })
})
