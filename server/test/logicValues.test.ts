import { afterAll, beforeAll, expect, it } from 'vitest'
import { collection, dateTime, model, reference, text } from '../src/index.ts'
import { toModels } from './harness/everyType.ts'
import { openServices, runAsService } from './harness/logicServices.ts'
import { useModels } from './harness/useModels.ts'

const Place = model({ name: 'visit.Place', title: 'name', fields: { name: text({ required: true }) } })
const Visit = model({
  name: 'visit.Visit',
  title: 'begunOn',
  fields: { begunOn: dateTime({ required: true }), stops: collection('visit.Stop', { by: 'visit' }) },
})
const Stop = model({
  name: 'visit.Stop',
  title: 'note',
  fields: {
    note: text(),
    visit: reference(Visit, { required: true, onDelete: 'cascade' }),
    place: reference(Place, { required: true }),
  },
})
const models = toModels([Place, Visit, Stop])
const stage = useModels(models)
let services: ReturnType<typeof openServices>

beforeAll(() => {
  services = openServices(stage.database.url, models)
})
afterAll(() => services.database.close())

it('a record stands for a reference to it, also in the members of collections, and a Date for a time', async () => {
  const begunOn = new Date('2026-01-31T08:30:00Z')
  const stops = await runAsService(services, async (records) => {
    const place = await records.create(Place, { name: 'Harbour' })
    const visit = await records.create(Visit, { begunOn, stops: [{ note: 'first', place }] })
    await records.create(Stop, { note: 'second', visit, place })
    const found = await records.search(Visit, { where: { fieldName: 'begunOn', operator: '=', value: begunOn } })
    const where = { operator: 'and', criteria: [{ fieldName: 'visit', operator: '=', value: found[0] }] }
    return records.search(Stop, { where, fields: ['note', 'place.name', 'visit.begunOn'], sortBy: ['id'] })
  })
  const shown = { place: { name: 'Harbour' }, visit: { begunOn: begunOn.toISOString() } }
  expect(stops).toMatchObject([
    { note: 'first', ...shown },
    { note: 'second', ...shown },
  ])
})

it('refuses a Date that is none', async () => {
  const refused = (work: Parameters<typeof runAsService>[1]) => runAsService(services, work)
  await expect(refused((records) => records.create(Visit, { begunOn: new Date(Number.NaN) }))).rejects.toMatchObject({
    details: { errors: { begunOn: expect.stringContaining('must be a date and time') } },
  })
})
