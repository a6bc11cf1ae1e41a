import { describe, expect, it } from 'vitest'
import { boolean, choice, date, formula, integer, model, reference, text } from '../src/index.ts'
import { checkCriteria } from '../src/criteria/checkCriteria.ts'
import { type RecordJson, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const Loan = 'org.example.checks.Loan'
const Person = 'org.example.checks.Person'

function loans(checks: object[]) {
  return toModels([
    model({ name: Person, title: 'name', fields: { name: text({ max: 20 }), blocked: boolean(), bornOn: date() } }),
    model({
      name: Loan,
      title: 'note',
      fields: {
        note: text({ max: 20 }),
        status: choice(['planned', 'out', 'back']),
        borrower: reference(Person),
        fromOn: date(),
        dueOn: date(),
        returnedOn: date(),
        renewals: integer(),
        days: formula('daysBetween(fromOn, dueOn)', integer()),
        late: formula('daysBetween(dueOn, $today)', integer()),
      },
      checks: checks as never,
    }),
  ])
}

const declared = loans([
  { name: 'notForLong', fields: ['dueOn'], holds: 'dueOn <= fromOn + 90d', message: 'must be within 90 days' },
  {
    name: 'isReturned',
    fields: ['returnedOn'],
    when: "status = 'back'",
    holds: 'returnedOn is not null and returnedOn >= fromOn',
    message: 'is needed once it is back',
  },
  { name: 'ofAge', fields: ['borrower'], holds: 'borrower.bornOn + 16y <= $today', message: 'is too young' },
  {
    name: 'grows',
    fields: ['renewals'],
    holds: 'renewals >= coalesce($before.renewals, 0)',
    message: 'must not shrink',
  },
  { name: 'byFormula', fields: ['note'], when: 'days = 7', holds: "note != 'week'", message: 'is no note' },
  {
    name: 'byCriteria',
    fields: ['note'],
    holds: { fieldName: 'note', operator: '!=', value: 'x' },
    message: 'must not be x',
  },
])
const stage = useModels(declared)

async function create(fields: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(Loan, fields))
}

describe('a check by an expression', () => {
  it('refuses a record for which it is false, with its field and name; the limit itself passes', async () => {
    const refused = await stage.client.create(Loan, { fromOn: '2031-01-01', dueOn: '2031-04-02' })
    expect(refused.json).toMatchObject({ errors: { dueOn: 'must be within 90 days' } })
    expect(refused.json?.data).toMatchObject({ checks: { notForLong: expect.anything() } })
    const made = await create({ fromOn: '2031-01-01', dueOn: '2031-04-01' })
    const changed = await stage.client.update(Loan, made.id, { version: made.version, dueOn: '2031-04-02' })
    expect(changed.json).toMatchObject({ errors: { dueOn: 'must be within 90 days' } })
  })

  it('passes where it is unknown, and asks only where when is true', async () => {
    expect(await create({ dueOn: '2031-04-01' })).toMatchObject({ version: 0 })
    const refused = await stage.client.create(Loan, { status: 'back' })
    expect(refused.json).toMatchObject({ errors: { returnedOn: 'is needed once it is back' } })
    expect(await create({ status: 'out' })).toMatchObject({ version: 0 })
  })

  it('sees records that it refers to, the day, the record before the write and stored formulas', async () => {
    const child = recordOf(await stage.client.create(Person, { name: 'Kim', bornOn: '2999-01-01' }))
    const refused = await stage.client.create(Loan, { borrower: { id: child.id } })
    expect(refused.json).toMatchObject({ errors: { borrower: 'is too young' } })
    const made = await create({ renewals: 3 })
    const shrunk = await stage.client.update(Loan, made.id, { version: made.version, renewals: 2 })
    expect(shrunk.json).toMatchObject({ errors: { renewals: 'must not shrink' } })
    const week = await stage.client.create(Loan, { note: 'week', fromOn: '2031-01-01', dueOn: '2031-01-08' })
    expect(week.json).toMatchObject({ errors: { note: 'is no note' } })
  })

  it('is a constraint of the table if the columns of the record decide', async () => {
    const sent = `update record.org_example_checks_loan set due_on = '2035-01-01' where from_on = '2031-01-01'`
    await expect(stage.database.query(sent)).rejects.toMatchObject({ code: '23514' })
  })

  it('has a tree in the metadata, as each check by criteria', async () => {
    const reply = await stage.client.exchange('GET', `/ws/meta/fields/${Loan}`)
    const [described] = reply.json?.data as { checks: { name: string }[] }[]
    const find = (name: string) => described?.checks.find((check) => check.name === name)
    expect(find('notForLong')).toMatchObject({ holds: 'dueOn <= fromOn + 90d', tree: { is: 'call', name: '<=' } })
    expect(find('isReturned')).toMatchObject({ whenTree: { is: 'call', name: '=' }, tree: { name: 'and' } })
    expect(find('byCriteria')).toMatchObject({
      tree: {
        name: '!=',
        of: [
          { is: 'field', name: 'note' },
          { is: 'literal', type: 'text', value: 'x' },
        ],
      },
    })
  })

  it.each([
    ['dueOn', 'is a date, and must be true or false'],
    ['dueOn > fromOn + 14', 'adds a number to a date at character 16: write 14d'],
    ["status = 'bak'", 'has \'bak\' at character 10, which is no value of the choice. Did you mean "back"?'],
    ['late > 3', 'names late at character 1, which is computed when it is read: write its expression: daysBetween'],
  ])('%s is a mistake: %s', (holds, mistake) => {
    const models = loans([{ name: 'wrong', fields: ['dueOn'], holds, message: 'is wrong' }])
    const messages = checkCriteria(models, () => 'Loan.ts').map(({ message }) => message)
    expect(messages).toEqual([expect.stringContaining(`the check wrong ${mistake}`)])
  })
})
