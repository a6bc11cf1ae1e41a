import { beforeAll, describe, expect, it } from 'vitest'
import {
  boolean,
  choice,
  collection,
  date,
  dateTime,
  decimal,
  integer,
  json,
  links,
  model,
  reference,
  text,
} from '../src/index.ts'
import { defaultLimits } from '../src/exchange/limits.ts'
import { readXlsx } from '../src/exchange/xlsx/readXlsx.ts'
import { openZip } from '../src/exchange/zip/openZip.ts'
import { search } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { download } from './harness/downloads.ts'
import { all, bytesOf, fileOf } from './harness/fileBytes.ts'
import { clientOf, makeRole, makeUser, Rule, User } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const [Item, Place, Mark] = ['Item', 'Place', 'Mark'].map((name) => `org.example.files.${name}`) as [
  string,
  string,
  string,
]

const declared = toModels([
  model({
    name: Item,
    title: 'name',
    list: ['name', 'price'],
    search: ['name'],
    sortBy: ['name'],
    fields: {
      name: text({ required: true, max: 200, label: 'The name' }),
      note: text({ multiline: true, max: 10_000, label: 'Text' }),
      price: decimal({ precision: 12, scale: 2, label: 'Text' }),
      count: integer(),
      on: date(),
      at: dateTime(),
      ok: boolean(),
      kind: choice(['=A', 'B']),
      kinds: choice(['a|b', 'c'], { multiple: true }),
      data: json(),
      place: reference(Place),
      marks: links(Mark),
      parts: collection('org.example.files.Part', { by: 'item' }),
    },
  }),
  model({
    name: 'org.example.files.Part',
    title: 'name',
    fields: { name: text({ max: 20 }), item: reference(Item, { required: true }) },
  }),
  model({
    name: Place,
    title: 'city',
    fields: { code: text({ required: true, unique: true, max: 9 }), city: text({ max: 90 }) },
  }),
  model({ name: Mark, title: 'name', fields: { name: text({ max: 90 }) } }),
])

const stage = useModels(declared, { maxExports: '3' })
let made = 0

async function exported(query: string, client: Client = stage.client, of = Item) {
  return download(`${stage.service.url}/ws/rest/${of}/export?${query}`, client.cookie)
}
const linesOf = ({ text: whole }: { text: string }) => whole.split('\r\n').slice(0, -1)
const whereName = (operator: string, value: unknown) =>
  `where=${encodeURIComponent(JSON.stringify({ fieldName: 'name', operator, value }))}`

/** A client of a new user with a role of its own that has these rules. */
async function userWith(rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, `role${++made}`, rules)
  const user = await makeUser(stage.client, `user${made}`, [role])
  return clientOf(stage.service, stage.database, user.id)
}

let items: { id: number; version: number }[] = []
let place: { id: number }
beforeAll(async () => {
  const { client } = stage
  place = recordOf(await client.create(Place, { code: 'P1', city: '@home' }))
  const marks = [
    recordOf(await client.create(Mark, { name: 'one' })),
    recordOf(await client.create(Mark, { name: 'a|b' })),
  ]
  const values = [
    {
      name: '=1+1',
      note: 'two\nlines, "quoted"',
      price: '-12.50',
      count: -3,
      on: '2026-11-17',
      at: '2026-11-17T08:30:00.000Z',
      ok: true,
      kind: '=A',
      kinds: ['c', 'a|b'],
      data: { a: [1] },
      place: { id: place.id },
      marks: marks.map(({ id }) => ({ id })),
    },
    { name: 'plain', note: '+44 20', ok: false },
  ]
  items = []
  for (const value of values) items.push(recordOf(await client.create(Item, value)))
})

describe('an export as CSV', () => {
  it('has a header, id and version first, in the order of the model, and says that it is complete', async () => {
    const file = await exported('')
    expect(linesOf(file)).toEqual([
      'id,version,name,price',
      `${items[0]?.id},0,'=1+1,-12.50`,
      `${items[1]?.id},0,plain,`,
    ])
    expect([file.rows, file.isBroken]).toEqual(['2', false])
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="Item.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      trailer: 'Tabularium-Rows',
    })
  })

  it('writes each type, disarms text that a spreadsheet would calculate, and no number', async () => {
    const fields = 'note,price,count,on,at,ok,kind,kinds,data'
    const [head, first, second] = linesOf(await exported(`identity=false&fields=${fields}&sortBy=id`))
    expect(head).toBe(fields)
    expect(first).toBe(
      '"two\nlines, ""quoted""",-12.50,-3,2026-11-17,2026-11-17T08:30:00.000Z,true,\'=A,"a\\|b|c","{""a"": [1]}"',
    )
    expect(second).toBe("'+44 20,,,,,false,,,")
  })

  it('leaves text as it is for programs, and takes a delimiter, a byte order mark, labels or no header', async () => {
    const lines = linesOf(
      await exported('fields=name,note,price&escape=false&delimiter=tab&bom=true&header=labels&sortBy=id'),
    )
    // Two fields have the label Text.
    expect(lines[0]).toBe('\uFEFFid\tversion\tThe name\tnote\tprice')
    expect(lines[1]).toBe(`${items[0]?.id}\t0\t=1+1\t"two\nlines, ""quoted"""\t-12.50`)
    expect(linesOf(await exported('fields=name&header=false&identity=false'))).toEqual(["'=1+1", 'plain'])
  })

  it('names records by what is unique, leads over references and links, and names authors', async () => {
    const lines = linesOf(await exported('identity=false&fields=place,place.city,marks,marks.name,createdBy&sortBy=id'))
    const ids = recordsOf(await stage.client.find(Mark, '?fields=name')).map(({ id }) => id)
    expect(lines[0]).toBe('place.code,place.city,marks,marks.name,createdBy.username')
    expect(lines[1]).toBe(`P1,'@home,"${ids.join('|')}","one|a\\|b",admin`)
    expect(lines[2]).toBe(',,,,admin')
  })

  it('finds what a search finds', async () => {
    expect(linesOf(await exported('identity=false&fields=name&q=pla'))).toEqual(['name', 'plain'])
    expect(linesOf(await exported(`identity=false&fields=name&sortBy=-id`))).toEqual(['name', 'plain', "'=1+1"])
    const nothing = await exported(`fields=name&${whereName('=', 'nobody')}`)
    expect([linesOf(nothing), nothing.rows]).toEqual([['id,version,name'], '0'])
  })
})

describe('an export as XLSX', () => {
  const fields = 'name,price,count,on,at,ok,kind,marks,place'

  it('has a cell of its type for each value, text as text, and a hidden sheet that says what it is', async () => {
    const file = await exported(`format=xlsx&sortBy=id&fields=${fields}`)
    expect([file.rows, file.headers['content-type']]).toEqual([
      '2',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const rows = await all(readXlsx(fileOf(file.bytes)))
    expect(rows[0]?.cells).toEqual(`id,version,${fields.replace('place', 'place.code')}`.split(','))
    const marks = recordsOf(await stage.client.find(Mark, '?fields=name')).map(({ id }) => id)
    expect(rows[1]?.cells).toEqual([
      items[0]?.id,
      0,
      '=1+1',
      -12.5,
      -3,
      '2026-11-17',
      '2026-11-17T08:30:00',
      true,
      '=A',
      marks.join('|'),
      'P1',
    ])
    const about = await all(readXlsx(fileOf(file.bytes), { sheet: '_tabularium' }))
    expect(about[1]?.cells).toEqual(['model', Item])
  })

  it('hides id and version, freezes the first row, offers choices, and has no formula', async () => {
    const zip = await openZip(fileOf((await exported('format=xlsx&fields=kind,price')).bytes), defaultLimits)
    const sheet = (await bytesOf(zip.read('xl/worksheets/sheet1.xml'))).toString('utf8')
    zip.close()
    expect(sheet.match(/hidden="1"/g)).toHaveLength(2)
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toContain('<dataValidation type="list"')
    expect(sheet).toContain('<formula1>"=A,B"</formula1>')
    expect(sheet).toContain('<v>-12.50</v>')
    expect(sheet).not.toMatch(/<f[ >]/)
  })
})

describe('an export as NDJSON', () => {
  it('has what a search answers, a record a line', async () => {
    const fields = ['name', 'note', 'price', 'at', 'kinds', 'data', 'place', 'place.city', 'marks', 'createdBy']
    const file = await exported(`format=ndjson&fields=${fields.join()}&sortBy=id`)
    const page = await search(stage.client, Item, { fields, sortBy: ['id'] })
    const records = page.text.slice(page.text.indexOf('"data":[') + 8)
    const lines = file.text.split('\n').slice(0, -1)
    expect(records.startsWith(`${lines.join()}]`)).toBe(true)
    expect([lines.length, file.rows]).toEqual([2, '2'])
    expect(file.headers['content-type']).toBe('application/x-ndjson')
  })
})

describe('a faulty export is refused before its first byte', () => {
  it.each([
    ['fields=nothing', 400, 'invalid-parameter'],
    ['format=pdf', 400, 'invalid-parameter'],
    ['where=%7B', 400, 'malformed-json'],
    ['sortBy=data', 400, 'invalid-parameter'],
    ['fields=parts', 400, 'invalid-parameter'],
    ['limit=5', 400, 'invalid-parameter'],
  ])('%s', async (query, status, code) => {
    const reply = await stage.client.exchange('GET', `/ws/rest/${Item}/export?${query}`)
    expect([reply.status, (reply.json?.data as { code: string }).code]).toEqual([status, code])
  })

  it('needs a session, and a model that there is', async () => {
    expect((await stage.client.exchange('GET', `/ws/rest/${Item}/export`, { cookie: null })).status).toBe(401)
    expect((await stage.client.exchange('GET', '/ws/rest/org.example.files.No/export')).status).toBe(404)
  })
})

describe('the rights of an export', () => {
  it('has only records that the caller sees, and only what they see of them', async () => {
    const own = await userWith([
      {
        model: Item,
        read: true,
        readFields: ['name', 'place'],
        condition: { fieldName: 'ok', operator: '=', value: true },
      },
    ])
    // The field is hidden altogether, the record referred to as well: its id is left.
    expect((await own.exchange('GET', `/ws/rest/${Item}/export?fields=note`)).status).toBe(400)
    expect(
      (await own.exchange('GET', `/ws/rest/${Item}/export?${whereName('=', 'x').replace('name', 'note')}`)).status,
    ).toBe(400)
    const file = await exported('fields=name,place', own)
    expect([linesOf(file), file.rows]).toEqual([['id,version,name,place', `${items[0]?.id},0,'=1+1,${place.id}`], '1'])
  })

  it('leaves a cell empty where the field is seen in other records only', async () => {
    const partly = await userWith([
      { model: Item, read: true, readFields: ['name'] },
      { model: Item, read: true, condition: { fieldName: 'ok', operator: '=', value: false } },
    ])
    expect(linesOf(await exported('identity=false&fields=name,note&sortBy=id', partly))).toEqual([
      'name,note',
      "'=1+1,",
      "plain,'+44 20",
    ])
    const lines = (await exported('format=ndjson&fields=name,note&sortBy=id', partly)).text.split('\n')
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('note')
  })

  it('has only what a rule lets be exported', async () => {
    const isFalse = { fieldName: 'ok', operator: '=', value: false }
    const some = await userWith([
      { model: Item, read: true, export: false },
      { model: Item, read: true, export: true, condition: isFalse },
    ])
    expect(recordsOf(await some.find(Item))).toHaveLength(2)
    expect(linesOf(await exported('identity=false&fields=name', some))).toEqual(['name', 'plain'])
    const none = await userWith([{ model: Item, read: true, export: false }])
    const reply = await none.exchange('GET', `/ws/rest/${Item}/export`)
    expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('not export them')])
  })

  it('nobody grants an export that they may not make', async () => {
    const manage = { create: true, read: true, update: true }
    const manager = await userWith([
      { model: Item, read: true, export: false },
      { model: 'tabularium.Rule', ...manage },
      { model: 'tabularium.Role', ...manage },
      { model: User, read: true },
    ])
    const role = recordOf(await stage.client.create('tabularium.Role', { name: `granted${++made}` }))
    const rule = { role: { id: role.id }, model: Item, read: true }
    expect((await manager.create(Rule, rule)).status).toBe(403)
    expect((await manager.create(Rule, { ...rule, export: false })).status).toBe(200)
  })
})
