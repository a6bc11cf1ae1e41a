import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { type Chip, type Test, type TestChip, valuesOf } from '../src/criteria/Chip.ts'
import { readWhere } from '../src/criteria/readWhere.ts'
import { testsOf } from '../src/criteria/testsOf.ts'
import { filterFields, valueField } from '../src/criteria/valueField.ts'
import { writeWhere } from '../src/criteria/writeWhere.ts'
import type { FieldType } from '../src/meta/fieldTypes.ts'
import type { FieldMeta, Json, ModelMeta } from '../src/meta/ModelMeta.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
const statuses = ['lead', 'customer', 'former', null]
let acme = 0

beforeAll(async () => {
  acme = recordOf(await stage.client.create(Company, { name: 'Acme', country: 'FR' })).id
  const other = recordOf(await stage.client.create(Company, { name: 'Other', country: 'DE' })).id
  const records = Array.from({ length: 60 }, (_, n) => ({
    firstName: `Person ${n}`,
    lastName: 'Example',
    email: n % 5 === 0 ? null : `person${n}@example.com`,
    status: statuses[n % 4],
    credit: n % 3 === 0 ? null : `${n}.50`,
    vip: n % 7 === 0 ? null : n % 2 === 0,
    birthDate: n % 6 === 0 ? null : `19${60 + (n % 30)}-05-04`,
    company: n % 5 < 2 ? { id: acme } : n % 5 === 2 ? { id: other } : null,
    notes: n === 7 ? '50% off, $record.email' : null,
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

/** The ids that criteria find. */
async function found(where: string): Promise<number[]> {
  const reply = await stage.client.find(
    Contact,
    `?limit=200${where === '' ? '' : `&where=${encodeURIComponent(where)}`}`,
  )
  expect(reply.status, `${where}: ${reply.text}`).toBe(200)
  return recordsOf(reply).map(({ id }) => id)
}

function whereOf(visitor: Visitor): string {
  return new URL(visitor.page.url()).searchParams.get('where') ?? ''
}

/** Two values of each type, to compare with. */
const values: Partial<Record<FieldType, readonly [Json, Json]>> = {
  text: ['person1@example.com', 'person3@example.com'],
  decimal: ['10.50', '40.50'],
  date: ['1970-01-01', '$today-40y'],
  dateTime: ['$now-1d', '$now+1d'],
  boolean: [true, false],
  choice: ['lead', 'former'],
  reference: [1, 2],
  links: [1, 2],
}

/** Every chip that the builder can make of the model's fields. */
async function everyChip(): Promise<TestChip[]> {
  const { json } = await stage.client.exchange('GET', `/ws/meta/models?detail=true`)
  const models = (json?.data ?? []) as unknown as ModelMeta[]
  const find = (name: string) => models.find((model) => model.name === name)
  const model = find(Contact)
  if (!model) throw new Error('There is no such model.')
  return filterFields(model, find).flatMap(({ path }) => {
    const field = valueField(model, path, find)?.field
    if (!field) throw new Error(`${path} leads nowhere.`)
    return testsOf(field).flatMap((test) => chipsOf(path, field.type, test))
  })
}

function chipsOf(path: string, type: FieldMeta['type'], test: Test): TestChip[] {
  const [one, two] = values[type === 'computed' ? 'text' : (type as FieldType)] ?? [1, 2]
  const takes = valuesOf(test)
  const chip = { kind: 'test', path, test, orMissing: false } as const
  if (takes === 'none') return [{ ...chip, values: [] }]
  if (takes === 'two') return [{ ...chip, values: [one, two] }]
  const isPattern = test === 'like' || test === 'notLike'
  const single: TestChip = { ...chip, values: isPattern ? ['%son_1%'] : [one] }
  const plain = [one, two].every((value) => typeof value !== 'string' || !value.startsWith('$'))
  const several = takes === 'some' && plain ? [{ ...chip, values: [one, two] }] : []
  return [single, { ...single, orMissing: true }, ...several]
}

describe('what the builder makes', () => {
  it('is accepted by the service, for every field and operator, and is read back as it was', async () => {
    const chips = await everyChip()
    expect(chips.length).toBeGreaterThan(200)
    for (const chip of chips) {
      const where = writeWhere([chip])
      await found(where)
      expect(readWhere(where)).toEqual([chip])
    }
  })

  it('finds the same as criteria typed by hand', async () => {
    const contains: Chip = {
      kind: 'test',
      path: 'notes',
      test: 'contains',
      values: ['50% off, $rec'],
      orMissing: false,
    }
    const not: Chip = { kind: 'test', path: 'status', test: 'isNot', values: ['lead'], orMissing: true }
    const near: Chip = { kind: 'test', path: 'company.country', test: 'is', values: ['FR'], orMissing: false }
    expect(await found(writeWhere([contains]))).toHaveLength(1)
    const whole = await found('')
    const leads = await found('{"fieldName":"status","operator":"=","value":"lead"}')
    expect(await found(writeWhere([not]))).toEqual(whole.filter((id) => !leads.includes(id)))
    const french = await found('{"fieldName":"company","operator":"=","value":' + String(acme) + '}')
    expect(await found(writeWhere([near, not]))).toEqual(french.filter((id) => !leads.includes(id)))
  })
})

/** None of no criteria is met by any record, and has no words. */
const none = JSON.stringify({ operator: 'or', criteria: [] })

describe('the filter of a list', () => {
  it('is built by keys alone, with counts, and stands in the address as find takes it', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('f')
    await ada.page.getByRole('combobox', { name: 'Find a field or a value' }).waitFor()
    await ada.page.keyboard.type('status')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('option', { name: /lead 15/ }).waitFor()
    await ada.expectAccessible()
    await ada.page.keyboard.press('Space')
    await ada.page.keyboard.press('ArrowDown')
    await ada.page.keyboard.press('Space')
    await ada.button('Apply').press('Enter')
    await ada.button('Change the filter: Status is lead or customer').waitFor()
    expect(whereOf(ada)).toBe('{"fieldName":"status","operator":"in","value":["lead","customer"]}')
    await ada.page.getByText('of 30').first().waitFor()
    await ada.page.keyboard.press('f')
    await ada.page.keyboard.type('company › country')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('textbox', { name: 'Value' }).fill('FR')
    await ada.page.getByRole('textbox', { name: 'Value' }).press('Enter')
    await ada.button('Change the filter: Company › Country contains FR').waitFor()
    const expected = await found(whereOf(ada))
    await ada.page.getByText(`of ${expected.length}`).first().waitFor()
    // The focus goes on with the next chip, and at last with the way to add one.
    await ada.button(/^Remove the filter: Status/).press('Enter')
    await ada.page.locator(':focus', { hasText: 'Company › Country' }).waitFor()
    await ada.page.goBack()
    await ada.button(/^Remove the filter: Status/).waitFor()
    await ada.button(/^Remove the filter: Company/).press('Enter')
    await ada.page.getByText('of 30').first().waitFor()
    await ada.page.locator(':focus', { hasText: 'Filter' }).waitFor()
    await ada.page.goBack()
    await ada.button('Remove all filters').press('Enter')
    await ada.page.getByText('of 60').first().waitFor()
    await ada.page.locator(':focus', { hasText: 'Filter' }).waitFor()
  })

  it('that is longer than an address stays with its tab, and elsewhere the list says so', async () => {
    const ada = await visit()
    const is = (fieldName: string, value: string) => ({ fieldName, operator: '=', value })
    const either = (notes: string) =>
      JSON.stringify({
        operator: 'or',
        criteria: [is('email', 'person7@example.com'), is('notes', notes), is('notes', '')],
      })
    await ada.arrive(`${list}?where=${encodeURIComponent(none)}`)
    await ada.button(/^Change the filter/).click()
    await ada.page.getByRole('textbox', { name: 'Criteria' }).fill(either('long'.repeat(3_000)))
    await ada.button('Apply').click()
    await ada.page.getByText('1–1 of 1').first().waitFor()
    expect(new URL(ada.page.url()).searchParams.get('where')).toBe('~')
    await ada.page.reload()
    await ada.page.getByText('1–1 of 1').first().waitFor()
    await ada.go(`${list}?where=~`)
    await ada.page.getByText('This filter is too long for an address.').waitFor()
    await ada.expectAccessible('main')
    await ada.page.goBack()
    await ada.page.getByText('1–1 of 1').first().waitFor()
  })

  it('names records by their titles, and keeps as JSON what has no words', async () => {
    const ada = await visit()
    const where = `{"criteria":[{"fieldName":"company","operator":"=","value":{"id":${acme}}},${none}]}`
    await ada.arrive(`${list}?where=${encodeURIComponent(where)}`)
    await ada.button('Change the filter: Company is Acme').waitFor()
    await ada.button(/^Change the filter: Criteria/).click()
    const box = ada.page.getByRole('textbox', { name: 'Criteria' })
    expect(JSON.parse(await box.inputValue())).toEqual(JSON.parse(none))
    await box.fill('{"fieldName":"vip","operator":"=","value":')
    await ada.button('Apply').click()
    await ada.page.getByText('is not JSON').waitFor()
    await box.fill('{"fieldName":"vip","operator":"=","value":true}')
    await ada.button('Apply').click()
    await ada.button('Change the filter: VIP is Yes').waitFor()
  })

  it('that the service refuses says so at the chip', async () => {
    const ada = await visit()
    const bad = JSON.stringify({
      criteria: [
        { fieldName: 'vip', operator: '=', value: true },
        { fieldName: 'credit', operator: '=', value: 'a lot' },
      ],
    })
    await ada.arrive(`${list}?where=${encodeURIComponent(bad)}`)
    await ada.page.getByText(/The service refuses this filter: .*credit/).waitFor()
    expect(await ada.page.locator('.chip[data-fault]').count()).toBe(1)
    expect(await ada.page.locator('.chip[data-fault]').textContent()).toContain('Credit')
    await ada.expectAccessible()
  })
})

describe('the columns and pages of a list', () => {
  it('are chosen and ordered in a menu, and the address says which', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.changeView('Columns')
    await ada.page.getByRole('combobox', { name: 'Add a column' }).waitFor()
    await ada.page.keyboard.type('company › country')
    await ada.page.keyboard.press('Enter')
    await ada.page.waitForURL(/fields=fullName%2Cemail%2Ccompany.country/)
    await ada.button('Move Company › Country up').click()
    await ada.page.waitForURL(/fields=fullName%2Ccompany.country%2Cemail/)
    await ada.page.keyboard.press('Escape')
    const heads = async () => (await ada.page.getByRole('columnheader').allTextContents()).slice(1)
    await expect.poll(heads, { timeout: 30_000 }).toEqual(['Full name', 'Company › Country', 'E-mail'])
  })

  it('go on behind the last record in another order, and back, and the total stays', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?sortBy=-email&limit=25`)
    await ada.page.getByText('1–25 of 60').first().waitFor()
    const asked = ada.page.waitForRequest((request) => /rest.*after=/.test(request.url()))
    await ada.button('Next page').click()
    expect((await asked).url()).toContain('total=false')
    await ada.page.getByText('26–50 of 60').first().waitFor()
    await ada.button('Next page').click()
    await ada.page.getByText('51–60 of 60').first().waitFor()
    const expected = recordsOf(await stage.client.find(Contact, '?sortBy=-email&offset=50&limit=25'))
    const links = await ada.page.locator('.grid-title').allTextContents()
    expect(links).toEqual(expected.map(({ fullName }) => fullName))
    await ada.page.reload()
    await ada.page.getByText('51–60 of 60').first().waitFor()
    await ada.button('Previous page').click()
    await ada.button('Previous page').click()
    await ada.page.getByText('1–25 of 60').first().waitFor()
  })

  it('are cards on a narrow screen', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?fields=fullName,email,status,company,credit`)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.setViewportSize({ width: 360, height: 740 })
    const card = ada.page.locator('.card').first()
    await card.getByRole('link', { name: 'Person 0 Example' }).waitFor()
    const labels = card.locator('.card-text :is(.visually-hidden, .card-label)')
    expect(await labels.allTextContents()).toEqual(['Status ', 'E-mail ', 'Company ', 'Credit '])
    expect(await ada.page.getByRole('grid').count()).toBe(0)
    expect(await ada.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })
})

describe('a list where nothing matches', () => {
  it('says how many there would be without each part', async () => {
    const ada = await visit()
    const where = JSON.stringify({
      criteria: [
        { fieldName: 'status', operator: '=', value: 'lead' },
        { fieldName: 'company.country', operator: '=', value: 'XX' },
      ],
    })
    await ada.arrive(`${list}?where=${encodeURIComponent(where)}`)
    await ada.button('Without “Status is lead”: 0 contacts').waitFor()
    await ada.expectAccessible()
    await ada.button('Without “Company › Country is XX”: 15 contacts').click()
    await ada.page.getByText('1–15 of 15').first().waitFor()
  })
})
