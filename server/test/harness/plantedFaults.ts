import { pick } from './random.ts'
import type { RecordJson } from './client.ts'

/** A record as it is sent. */
export type SentEquipment = Record<string, unknown>

/** A mistake in a row of a batch: what an answer must say of it. */
export interface PlantedFault {
  readonly index: number
  readonly code: string
  /** The field, or the fields of a unique group; undefined if the mistake is about the whole record. */
  readonly field: string | undefined
  /** Of a value that an earlier row has, too: that row. */
  readonly alsoAt?: number
}

/** What mistakes are planted with: records that exist, of which each is changed by one row. */
export interface Planting {
  readonly random: () => number
  /** Records that are used up one by one; their state is `broken`, and their shelves and serial numbers differ. */
  readonly stored: RecordJson[]
  /** Records that no row changes; one row each has a value of them. */
  readonly taken: RecordJson[]
  good(): SentEquipment
}

type Plant = (
  row: SentEquipment,
  planting: Planting,
  rows: readonly SentEquipment[],
) => { row: SentEquipment; code: string; field?: string; alsoAt?: number }

const invalid = 'invalid-record'

function change({ stored }: Planting): { id: number; version: number } {
  const { id, version } = take(stored)
  return { id, version }
}

function take(records: RecordJson[]): RecordJson {
  const record = records.pop()
  if (!record) throw new Error('There are not enough records.')
  return record
}

/** The kinds of mistakes, by name. */
export const plants: Readonly<Record<string, Plant>> = {
  choice: (row) => ({ row: { ...row, category: 'boat' }, code: invalid, field: 'category' }),
  decimal: (row) => ({ row: { ...row, price: '1.234' }, code: invalid, field: 'price' }),
  required: ({ name: _, ...row }) => ({ row, code: invalid, field: 'name' }),
  length: (row) => ({ row: { ...row, name: 'x'.repeat(41) }, code: invalid, field: 'name' }),
  minimum: (row) => ({ row: { ...row, shelf: 0 }, code: invalid, field: 'shelf' }),
  member: (row) => ({ row: { ...row, colour: 'red' }, code: invalid, field: 'colour' }),
  unknownKey: (row) => ({ row: { ...row, department: { code: 'NOPE' } }, code: invalid, field: 'department' }),
  unknownId: (row) => ({ row: { ...row, partOf: { id: 9_999_999 } }, code: invalid, field: 'partOf' }),
  check: (row) => ({ row: { ...row, category: 'camera' }, code: invalid, field: 'price' }),
  ownCheck: (row) => ({ row: { ...row, note: 'Now!' }, code: invalid, field: 'note' }),
  ownCheckByChange: (_, planting) => ({
    row: { ...change(planting), note: 'Now!' },
    code: invalid,
    field: 'note',
  }),
  overlaps: (row, { taken }) => {
    const { bench } = take(taken)
    return { row: { ...row, bench, fromOn: '2031-01-10', toOn: '2031-01-12' }, code: 'overlaps', field: 'bench' }
  },
  limit: (row, { taken }) => {
    const { locker } = take(taken)
    return { row: { ...row, locker }, code: 'limit-reached', field: 'locker' }
  },
  transition: (_, planting) => ({ row: { ...change(planting), state: 'new' }, code: invalid, field: 'state' }),
  taken: (row, { taken }) => {
    const { serialNumber } = take(taken)
    return { row: { ...row, serialNumber }, code: 'not-unique', field: 'serialNumber' }
  },
  takenGroup: (row, { taken }) => {
    const { shelf } = take(taken)
    return { row: { ...row, shelf }, code: 'not-unique', field: 'department,shelf' }
  },
  takenByChange: (_, planting) => {
    const { serialNumber } = take(planting.taken)
    return { row: { ...change(planting), serialNumber }, code: 'not-unique', field: 'serialNumber' }
  },
  twice: (row, { random }, rows) => {
    const earlier = rows.flatMap((one, index) => (one['unique'] === true ? [index] : []))
    const alsoAt = pick(random, earlier)
    return {
      row: { ...row, serialNumber: rows[alsoAt]?.['serialNumber'] },
      code: 'not-unique',
      field: 'serialNumber',
      alsoAt,
    }
  },
  stale: (_, planting) => ({ row: { ...change(planting), version: 77, name: 'Late' }, code: 'version-conflict' }),
  gone: () => ({
    row: { id: 9_000_000 + Math.floor(Math.random() * 900_000), version: 0, name: 'x' },
    code: 'record-not-found',
  }),
}

/** A batch with a mistake in some of its rows, and the mistakes that an answer must tell, in its order. */
export function plantFaults(
  size: number,
  share: number,
  planting: Planting,
  kinds: readonly string[] = Object.keys(plants),
): { records: SentEquipment[]; faults: PlantedFault[] } {
  const rows: SentEquipment[] = []
  const faults: PlantedFault[] = []
  for (let index = 0; index < size; index++) {
    const good = planting.good()
    const isUnique = { unique: true }
    const kind = index < 5 || planting.random() >= share ? undefined : pick(planting.random, kinds)
    const plant = kind === undefined ? undefined : plants[kind]
    const planted = plant?.(good, planting, rows)
    const row = planted?.row ?? good
    // Only a row with a serial number of its own, of which all is right, is the first of two.
    rows.push(planted ? row : { ...row, ...isUnique })
    if (planted) faults.push({ index, code: planted.code, field: planted.field, ...toAlso(planted.alsoAt) })
  }
  return { records: rows.map(({ unique: _, ...row }) => row), faults }
}

function toAlso(alsoAt: number | undefined): { alsoAt?: number } {
  return alsoAt === undefined ? {} : { alsoAt }
}
