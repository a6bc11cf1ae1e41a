import { describe, expect, it } from 'vitest'
import { action } from '../src/logic/action.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { refuse } from '../src/logic/refuse.ts'
import { model } from '../src/model/declare.ts'
import { choice } from '../src/model/field/choice.ts'
import { date } from '../src/model/field/date.ts'
import { text } from '../src/model/field/text.ts'
import { dayIn } from '../src/text/timeZone.ts'
import { pathOf } from './harness/actions.ts'
import { type Client, type Reply, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useLogic } from './harness/useLogic.ts'

const Loan = model({
  name: 'desk.Loan',
  label: { de: 'Ausleihe', en: 'Loan' },
  plural: { en: 'Loans', de: 'Ausleihen' },
  group: { en: 'Desk', de: 'Ausgabe' },
  title: 'thing',
  sections: [{ label: { en: 'What', de: 'Was' }, fields: ['thing'] }],
  fields: {
    thing: text({ required: true, label: { en: 'Thing', de: 'Sache' }, unique: true }),
    status: choice(
      [
        { value: 'out', label: { en: 'Out', de: 'Verliehen' }, color: 'amber' },
        { value: 'lost', label: { en: 'Lost' }, color: 'red', retired: true },
      ],
      { required: true, default: 'out' },
    ),
    tags: choice(['new', { value: 'old', retired: true }], { multiple: true }),
    due: date({ help: { en: 'When it is back', de: 'Wann es zurück ist' } }),
  },
  checks: [
    {
      name: 'later',
      fields: ['due'],
      holds: { fieldName: 'due', operator: '>', value: '2026-01-01' },
      message: { en: 'is too early', de: 'ist zu früh' },
    },
  ],
})
const lend = action({
  name: 'desk.lend',
  label: { en: 'Lend', de: 'Ausleihen' },
  takes: { thing: text({ label: { en: 'Thing', de: 'Sache' } }), due: date() },
  run: async ({ thing, due }, records) => {
    if (thing === null)
      throw refuse('nothing', { en: 'Name it.', de: 'Wie heißt es?' }, { thing: { en: 'missing', de: 'fehlt' } })
    await records.create(Loan, { thing, due: due ?? '2025-01-01' })
  },
})

const models = toModels([Loan], {
  label: { en: 'Desk', de: 'Ausleihe' },
  languages: ['en', 'de'],
  timeZone: 'Pacific/Kiritimati',
  currency: 'AUD',
})
const { logic } = loadLogic([{ file: 'lend.ts', declaration: lend }], { models, roles: [] })
const stage = useLogic({ models, roles: [], logic })

const ask = (path: string, language?: string, client: Client = stage.client): Promise<Reply> =>
  client.exchange('GET', path, language === undefined ? {} : { headers: { 'accept-language': language } })

interface Described {
  readonly label: string
  readonly fields: readonly { readonly name: string }[]
}

async function loanIn(language?: string, client?: Client): Promise<Described> {
  const reply = await ask(`/ws/meta/fields/${Loan.name}`, language, client)
  return (reply.json?.data as Described[])[0] as Described
}

async function send(data: object, language: string): Promise<Reply> {
  return stage.client.exchange('PUT', pathOf(Loan), { body: { data }, headers: { 'accept-language': language } })
}

describe('metadata', () => {
  it('is in the language of the request, which is looked up, and falls back to the first', async () => {
    const german = await loanIn('de-AT, en;q=0.5')
    expect(german).toMatchObject({
      label: 'Ausleihe',
      plural: 'Ausleihen',
      group: 'Ausgabe',
      sections: [{ label: 'Was', fields: ['thing'] }],
      checks: [{ name: 'later', message: 'ist zu früh' }],
    })
    expect(german.fields.find(({ name }) => name === 'status')).toMatchObject({
      labels: { out: 'Verliehen', lost: 'Lost' },
      colors: { out: 'amber', lost: 'red' },
      retired: ['lost'],
    })
    expect(german.fields.find(({ name }) => name === 'due')).toMatchObject({ help: 'Wann es zurück ist' })
    expect([(await loanIn('fr')).label, (await loanIn()).label]).toEqual(['Loan', 'Loan'])
  })

  it('has a tag and a header by language', async () => {
    const [en, de] = await Promise.all(['en', 'de'].map((one) => ask('/ws/meta/models?detail=true', one)))
    expect(en?.headers.etag).not.toBe(de?.headers.etag)
    expect([en?.headers['content-language'], de?.headers['content-language']]).toEqual(['en', 'de'])
    expect(de?.headers.vary).toContain('Accept-Language')
    const again = await stage.client.exchange('GET', '/ws/meta/models?detail=true', {
      headers: { 'accept-language': 'de', 'if-none-match': String(de?.headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  it('has all languages for those who ask', async () => {
    const reply = await ask('/ws/meta/models?language=*', 'de')
    const listed = reply.json?.data as { name: string; label: unknown }[]
    expect(listed.find(({ name }) => name === Loan.name)?.label).toEqual({ en: 'Loan', de: 'Ausleihe' })
  })

  it('describes actions in it', async () => {
    const reply = await ask('/ws/meta/actions', 'de')
    const takes = [{ name: 'thing', label: 'Sache' }, { name: 'due' }]
    expect(reply.json?.data).toMatchObject([{ label: 'Ausleihen', takes }])
  })
})

describe('messages', () => {
  it('of checks and of unique values are in the language of the request', async () => {
    const early = await send({ thing: 'Camera', due: '2025-01-01' }, 'de')
    expect(early.json).toMatchObject({ errors: { due: 'ist zu früh' } })
    expect(early.headers['content-language']).toBe('de')
    expect((await send({ thing: 'Camera', due: '2025-01-01' }, 'en')).json).toMatchObject({
      errors: { due: 'is too early' },
    })
    await send({ thing: 'Lens' }, 'de')
    expect((await send({ thing: 'Lens' }, 'de')).json).toMatchObject({
      data: { code: 'not-unique', message: expect.stringContaining('Sache') },
    })
  })

  it('of actions and of what they write are, too', async () => {
    const run = (data: object) =>
      stage.client.exchange('POST', '/ws/action/desk.lend', { body: { data }, headers: { 'accept-language': 'de' } })
    expect((await run({})).json).toMatchObject({
      data: { code: 'refused', reason: 'nothing', message: 'Wie heißt es?' },
      errors: { thing: 'fehlt' },
    })
    expect((await run({ thing: 'Mic' })).json).toMatchObject({ errors: { due: 'ist zu früh' } })
    expect((await run({ thing: 'Mic', due: '2027-01-01' })).status).toBe(200)
  })
})

describe('the language and the zone of a user', () => {
  it('count before those of the request, and are changed by the user alone', async () => {
    const role = await makeRole(stage.client, 'loanReader', [{ model: Loan.name, read: true }])
    const user = await makeUser(stage.client, 'rita', [role])
    const client = await clientOf(stage.service, stage.database, user.id)
    const change = (body: object) => client.exchange('POST', '/ws/me', { body })
    expect((await loanIn('de', client)).label).toBe('Ausleihe')
    const changed = await change({ language: 'en', timeZone: 'Europe/Paris' })
    expect(changed.json?.data).toMatchObject([{ username: 'rita', language: 'en', timeZone: 'Europe/Paris' }])
    expect((await loanIn('de', client)).label).toBe('Loan')
    expect((await change({ language: null })).json?.data).toMatchObject([{ language: null, timeZone: 'Europe/Paris' }])
    expect((await change({ language: 'fr', timeZone: 'Europe/Pariss' })).json).toMatchObject({
      data: { code: 'invalid-record' },
      errors: {
        language: 'must be one of en, de',
        timeZone: 'must be a name such as Europe/Paris. Did you mean "Europe/Paris"?',
      },
    })
    expect((await change({ admin: true })).json).toMatchObject({ data: { code: 'invalid-record' } })
    client.close()
  })

  it('are in the account, with the application and its day', async () => {
    const reply = await ask('/ws/me', 'de')
    expect(reply.json?.data).toMatchObject([
      {
        language: null,
        timeZone: null,
        application: {
          label: 'Ausleihe',
          today: dayIn('Pacific/Kiritimati', new Date()),
          timeZone: 'Pacific/Kiritimati',
          languages: ['en', 'de'],
          currency: 'AUD',
          yearBegins: '01-01',
        },
      },
    ])
  })
})

describe('a retired value', () => {
  const isGone = { errors: { status: 'is no longer in use' } }

  it('can not be newly chosen, and stays where it is', async () => {
    expect((await send({ thing: 'Old', status: 'lost' }, 'en')).json).toMatchObject(isGone)
    const made = recordOf(await send({ thing: 'Old' }, 'en'))
    const { id, version } = made
    expect((await stage.client.update(Loan.name, id, { version, status: 'lost' })).json).toMatchObject(isGone)
    await stage.database.query(`update record.desk_loan set status = 'lost' where id = ${id}`)
    const kept = recordOf(await stage.client.update(Loan.name, id, { version, status: 'lost', thing: 'Older' }))
    expect(kept).toMatchObject({ status: 'lost', thing: 'Older' })
    const moved = recordOf(await stage.client.update(Loan.name, id, { version: kept.version, status: 'out' }))
    const back = await stage.client.restore(Loan.name, id, { version: moved.version, toVersion: kept.version })
    expect(back.json).toMatchObject(isGone)
    const where = encodeURIComponent(JSON.stringify({ fieldName: 'status', operator: '=', value: 'lost' }))
    expect((await stage.client.find(Loan.name, `?where=${where}`)).status).toBe(200)
  })

  it('can not be newly chosen among several', async () => {
    const gone = { errors: { tags: 'is no longer in use' } }
    expect((await send({ thing: 'Set', tags: ['old'] }, 'en')).json).toMatchObject(gone)
    const { id, version } = recordOf(await send({ thing: 'Set' }, 'en'))
    expect((await stage.client.update(Loan.name, id, { version, tags: { add: ['old'] } })).json).toMatchObject(gone)
    await stage.database.query(`update record.desk_loan set tags = '{old}' where id = ${id}`)
    expect(recordOf(await stage.client.update(Loan.name, id, { version, tags: { add: ['new'] } }))).toMatchObject({
      tags: ['new', 'old'],
    })
  })
})
