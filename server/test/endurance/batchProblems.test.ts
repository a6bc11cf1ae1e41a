import { expect, it } from 'vitest'
import { saveMany } from '../harness/actions.ts'
import { type RecordJson, recordOf, recordsOf, type Reply } from '../harness/client.ts'
import { Department, desk, Equipment } from '../harness/lending.ts'
import { type PlantedFault, plantFaults, type Planting, type SentEquipment } from '../harness/plantedFaults.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { timed } from '../harness/timed.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(desk, { maxBulk: '1000', requestTimeout: '60s' })
const size = 1_000
const clashCodes = ['not-unique', 'overlaps', 'limit-reached']
let made = 0

interface Told {
  readonly problems: readonly (PlantedFault & { readonly fields?: readonly string[]; readonly message: string })[]
  readonly problemCount: number
  readonly complete: boolean
}

async function prepare(seed: number): Promise<Planting> {
  made += 1
  const code = `D-${made}`
  recordOf(await stage.client.create(Department.name, { code, name: 'Film' }))
  let count = 0
  const good = () => {
    count += 1
    return { name: 'Good', serialNumber: `${code}-${count}`, category: 'audio', department: { code } }
  }
  const save = async (more: number): Promise<RecordJson[]> => {
    const rows = Array.from({ length: more }, () => ({ ...good(), state: 'broken' }))
    return recordsOf(
      await saveMany(
        stage.client,
        Equipment.name,
        rows.map((row) => withPlaces(row, 1_000 + count++)),
      ),
    )
  }
  return { random: randomFrom(seed), stored: await save(size), taken: await save(600), good }
}

/** What no other record has in these fields. */
function withPlaces(row: SentEquipment, place: number): SentEquipment {
  return { ...row, shelf: place, bench: made * 100_000 + place, locker: made * 100_000 + place, ...january }
}

const january = { fromOn: '2031-01-01', toOn: '2031-01-10' }

function toldOf({ json }: Reply): PlantedFault[] {
  const { problems, problemCount, complete } = json?.data as Told
  expect([problems.length, complete]).toEqual([problemCount, true])
  return problems.map(({ index, code, field, fields, alsoAt }) => ({
    index,
    code,
    field: field ?? fields?.join(),
    ...(alsoAt === undefined ? {} : { alsoAt }),
  }))
}

function attempt(records: readonly SentEquipment[], query = '?dryRun=true'): Promise<Reply> {
  return saveMany(stage.client, Equipment.name, records, { query })
}

it('every mistake of a thousand rows is told at once, with its row and field, in a dry run and for real', async () => {
  for (const [round, share] of [1, 0.3, 0.01].entries()) {
    const { records, faults } = plantFaults(size, share, await prepare(round + 1))
    const dry = await attempt(records)
    expect(toldOf(dry)).toEqual(faults)
    const real = await attempt(records, '')
    expect(toldOf(real)).toEqual(faults)
    expect(real.status).toBe(dry.status)
    expect(new Set(faults.map(({ code, field }) => `${code} ${field}`)).size).toBeGreaterThan(share < 0.1 ? 3 : 11)
  }
})

it('nothing is told that a write of the row alone would not tell', async () => {
  const { records, faults } = plantFaults(sizeOf({ inCi: 150, long: size }), 0.8, await prepare(77))
  const told = (await attempt(records)).json?.data as Told
  for (const [index, { id, ...record }] of records.entries()) {
    const own = told.problems.filter((problem) => problem.index === index)
    const path = `/ws/rest/${Equipment.name}${id === undefined ? '' : `/${String(id)}`}?dryRun=true`
    const alone = await stage.client.exchange(id === undefined ? 'PUT' : 'POST', path, { body: { data: record } })
    const isAlone = faults.find((fault) => fault.index === index)?.alsoAt === undefined
    if (own.length === 0 || !isAlone) expect(alone.status).toBe(200)
    else expect(alone.json?.data).toMatchObject({ code: own[0]?.code })
    const [clash] = own.filter(({ code }) => clashCodes.includes(code))
    if (clash && isAlone) {
      expect(alone.json?.data).toMatchObject({ message: clash.message })
      expect(Object.keys(alone.json?.errors ?? {})).toEqual(clash.field === undefined ? clash.fields : [clash.field])
    } else if (alone.json?.errors)
      expect(alone.json.errors).toEqual(Object.fromEntries(own.map(({ field, message }) => [field, message])))
  }
})

it.each([
  ['of all kinds', 1, undefined],
  ['in few rows', 0.01, undefined],
  ['that only the database finds', 0.3, ['unknownKey', 'unknownId', 'check', 'taken', 'takenGroup', 'twice', 'stale']],
  ['of conditions over records and own SQL', 0.3, ['overlaps', 'limit', 'ownCheck', 'ownCheckByChange']],
  ['that PostgreSQL rejects', 0.05, ['taken', 'twice']],
] as const)('telling mistakes %s takes at most three times as long as a batch that is right', timed, async (...row) => {
  const [what, share, kinds] = row
  const planting = await prepare(5)
  const { records } = plantFaults(size, share, planting, kinds)
  for (const query of ['?dryRun=true', '']) {
    const times: Record<'right' | 'wrong', number[]> = { right: [], wrong: [] }
    for (let round = 0; round < 5; round++) {
      const right = Array.from({ length: size }, planting.good)
      times.right.push(await timeOf(() => attempt(right, query)))
      times.wrong.push(await timeOf(() => attempt(records, query)))
    }
    const ratio = Math.min(...times.wrong) / Math.min(...times.right)
    console.log(`mistakes ${what} ${query}: ${ratio.toFixed(2)} × the time of a batch that is right`)
    expect(ratio).toBeLessThan(3)
  }
})

async function timeOf(work: () => Promise<Reply>): Promise<number> {
  const start = performance.now()
  const { status } = await work()
  expect([200, 400, 409]).toContain(status)
  return performance.now() - start
}
