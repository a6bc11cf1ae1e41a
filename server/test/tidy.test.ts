import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { model, reference, text } from '../src/index.ts'
import { tidyConditions, tidyings, tidySql, tidyText, type Tidying } from '../src/model/field/tidy.ts'
import { literal, trusted } from '../src/sql/sql.ts'
import { historyOf, saveMany, search, updateMass } from './harness/actions.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const Client = 'shop.Client'
const declare = (tidy?: { readonly code: readonly Tidying[]; readonly email: readonly Tidying[] }) =>
  toModels([
    model({
      name: Client,
      title: 'code',
      fields: {
        code: text({ required: true, unique: true, max: 20, ...(tidy ? { tidy: tidy.code } : {}) }),
        email: text({ format: 'email', ...(tidy ? { tidy: tidy.email } : {}) }),
        city: text({ default: ' Paris ', ...(tidy ? { tidy: tidy.code } : {}) }),
        parent: reference(Client),
      },
    }),
  ])
const tidied = declare({ code: ['trim', 'upper', 'nfc'], email: ['trim', 'lower'] })
const stage = useModels(tidied)

const create = async (values: object) => recordOf(await stage.client.create(Client, values))
const found = async (criterion: object) =>
  recordsOf(await search(stage.client, Client, { data: { criteria: [criterion] }, sortBy: ['id'] })).map(({ id }) => id)

describe('tidy', () => {
  it('is done to what a create and an update send, and to defaults', async () => {
    const made = await create({ code: ' acme ', email: ' Info@EXAMPLE.com' })
    expect(made).toMatchObject({ code: 'ACME', email: 'info@example.com', city: 'PARIS' })
    const changed = recordOf(await stage.client.update(Client, made.id, { version: 0, code: 'acme\u00a0' }))
    expect(changed).toMatchObject({ code: 'ACME', version: 1 })
    expect((await historyOf(stage.client, Client, made.id)).map(({ changes }) => changes)).toEqual([
      {},
      {
        code: { from: null, to: 'ACME' },
        email: { from: null, to: 'info@example.com' },
        city: { from: null, to: 'PARIS' },
      },
    ])
  })

  it('is done to records of a bulk call and to the values of a mass update', async () => {
    const [one, two] = recordsOf(await saveMany(stage.client, Client, [{ code: 'bulk-1 ' }, { code: ' bulk-2' }]))
    expect([one, two]).toMatchObject([{ code: 'BULK-1' }, { code: 'BULK-2' }])
    const data = { criteria: [{ fieldName: 'code', operator: 'in', value: [' bulk-1', 'Bulk-2 '] }] }
    const reply = await updateMass(stage.client, Client, { data, values: { city: ' rome' }, maxAffected: 2 })
    expect(reply.status).toBe(200)
    expect(await found({ fieldName: 'city', operator: '=', value: 'Rome ' })).toEqual([one?.id, two?.id])
  })

  it('is done to what a search compares with; patterns mind neither case nor normal form', async () => {
    const { id } = await create({ code: 'Café', email: 'Cafe@example.com' })
    const { id: below } = await create({ code: 'below', parent: { id } })
    const code = (operator: string, value: unknown, more = {}) => found({ fieldName: 'code', operator, value, ...more })
    expect(await code('=', ' cafe\u0301 ')).toEqual([id])
    expect(await code('in', ['cafe\u0301', 'x'])).toEqual([id])
    expect(await code('between', 'caf', { value2: 'café ' })).toEqual([id])
    expect(await code('like', 'cafe\u0301%')).toEqual([id])
    expect(await code('like', 'cafe\u0301')).toEqual([id])
    expect(await code('like', ' cafe\u0301')).toEqual([])
    expect(await found({ fieldName: 'parent.code', operator: '=', value: 'café ' })).toEqual([below])
  })

  it('comes before uniqueness', async () => {
    await create({ code: 'twin' })
    const field = { data: { field: 'code' } }
    expect(shown(await stage.client.create(Client, { code: ' TWIN' }))).toMatchObject(refusal('not-unique', field))
    expect(shown(await saveMany(stage.client, Client, [{ code: 'pair' }, { code: 'PAIR ' }]))).toMatchObject(
      refusal('not-unique', { data: { field: 'code', index: 1, place: '1' } }),
    )
  })

  it('leaves no value in white space', async () => {
    const errors = { code: 'is required' }
    expect(shown(await stage.client.create(Client, { code: ' \t ' }))).toEqual(refusal('invalid-record', { errors }))
    const { id } = await create({ code: 'filled' })
    expect(shown(await stage.client.update(Client, id, { version: 0, code: '' }))).toEqual(
      refusal('invalid-record', { errors }),
    )
  })

  it('is in the metadata, and its part that is the same everywhere is kept by the database', async () => {
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Client}`)
    expect(json).toMatchObject({ data: [{ fields: [{ name: 'code', tidy: ['trim', 'upper', 'nfc'] }, {}, {}, {}] }] })
    const { id } = await create({ code: 'kept' })
    for (const code of ['kept', 'KEPT ', '\tKEPT', 'CAFE\u0301'])
      await expect(
        stage.database.query('update record.shop_client set code = $1 where id = $2', [code, id]),
      ).rejects.toThrow(/shop_client_code_check_/)
  })

  it('never breaks the check in the database, and the database tidies as the service does, in ASCII', async () => {
    const kinds = fc.subarray([...tidyings], { minLength: 1 }).filter((tidy) => !tidy.includes('lower'))
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.string({ unit: fc.constantFrom(...Array.from(' \t\n\u00a0\u3000aAéÉß\u0301\u0085ı')), maxLength: 10 }),
    )
    const fits = (value: string) => !value.includes('\0') && value.isWellFormed()
    const cases = fc.sample(fc.tuple(kinds, anyText.filter(fits), fc.boolean()), 1_000)
    for (const [tidy, given, multiline] of cases) {
      const kind = { tidy: multiline ? tidy.map((one) => (one === 'upper' ? ('lower' as const) : one)) : tidy }
      const value = literal(tidyText(given, kind))
      const conditions = tidyConditions(kind, value).map((condition) => condition.toText())
      const [row] = await stage.database.query<{ met: boolean }>(`select ${conditions.join(' and ')} as met`)
      expect({ kind, given, met: row?.met }).toEqual({ kind, given, met: true })
      const ascii = given.replace(/[^ -~\t\n]/g, '')
      const expression = tidySql(kind, trusted('$1::text')).toText()
      const [made] = await stage.database.query<{ text: string }>(`select ${expression} as text`, [ascii])
      expect({ kind, ascii, text: made?.text }).toEqual({ kind, ascii, text: tidyText(ascii, kind) })
    }
  })
})

describe('tidy that is added to a model with records', () => {
  const untidy = async () => {
    await stage.serve(declare())
    await stage.database.query('delete from record.shop_client')
    const ids: number[] = []
    for (const [code, email] of [
      ['one', 'One@example.com'],
      ['TWO', 'two@example.com'],
      [' three ', null],
    ])
      ids.push((await create({ code, email, city: 'ROME' })).id)
    return ids
  }

  it('tidies them with consent, without a version or an entry of the history', async () => {
    const [one, , three] = await untidy()
    await stage.serve(tidied)
    const rows = await stage.database.query('select code, email, version from record.shop_client order by id')
    expect(rows).toEqual([
      { code: 'ONE', email: 'one@example.com', version: '0' },
      { code: 'TWO', email: 'two@example.com', version: '0' },
      { code: 'THREE', email: null, version: '0' },
    ])
    expect(await found({ fieldName: 'code', operator: '=', value: 'three' })).toEqual([three])
    const [{ changes } = { changes: {} }] = await historyOf(stage.client, Client, one ?? 0)
    expect(changes).toMatchObject({ code: { from: null, to: 'one' } })
  })

  it('is refused without consent, with how many records change, and where two would become the same', async () => {
    await untidy()
    await create({ code: 'ONE', city: 'ROME' })
    await expect(stage.plan(tidied)).resolves.toMatchObject([
      { title: expect.stringMatching(/^Drop the constraint shop_client_code_check_/) },
      {
        title: 'Tidy shop.Client.code in existing records (2 records)',
        loses: 'how the text was written before in shop.Client.code',
        blocked: expect.stringMatching(
          /^shop\.Client\.code is unique, and there are records .* the same values\..* Records: \d+ and \d+\.$/,
        ),
      },
      { title: 'Tidy shop.Client.email in existing records (1 record)' },
      { title: 'Check shop.Client.code in new records' },
      { title: 'Check shop.Client.code in all records' },
      { title: 'Check shop.Client.email in new records' },
      { title: 'Check shop.Client.email in all records' },
      { title: 'Check shop.Client.city in new records' },
      { title: 'Check shop.Client.city in all records' },
    ])
    await stage.database.query(`delete from record.shop_client where code = 'ONE'`)
    await stage.serve(tidied)
    expect(await stage.plan(tidied)).toEqual([])
  })

  it('lets an old version show the text as it was, and a restore bring it back tidy', async () => {
    const [one = 0] = await untidy()
    recordOf(await stage.client.update(Client, one, { version: 0, code: 'changed' }))
    await stage.serve(tidied)
    const path = `/ws/rest/${Client}/${one}`
    expect(recordOf(await stage.client.exchange('GET', `${path}?version=0`))).toMatchObject({ code: 'one' })
    expect(recordOf(await stage.client.restore(Client, one, { version: 1, toVersion: 0 }))).toMatchObject({
      code: 'ONE',
      version: 2,
    })
  })
})
