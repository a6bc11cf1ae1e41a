import { expect, it } from 'vitest'
import { Connection } from '../src/postgres/Connection.ts'
import { sql } from '../src/sql/sql.ts'
import { saveMany } from './harness/actions.ts'
import { recordOf } from './harness/client.ts'
import { Department, desk } from './harness/lending.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(desk, { requestTimeout: '2s' })

it('a batch whose diagnosis waits for a lock is answered in time, as incomplete', async () => {
  const { id } = recordOf(await stage.client.create(Department.name, { code: 'A', name: 'Film' }))
  const other = await Connection.open(stage.database.url)
  try {
    await other.query(sql`begin`)
    await other.query(sql`select id from record.desk_department where id = ${id}::bigint for update`)
    const reply = await saveMany(stage.client, Department.name, [{ code: 'B' }, { id, version: 0, name: 'Later' }])
    expect(reply).toMatchObject({ status: 400, json: { errors: { '0.name': 'is required' } } })
    expect(reply.json?.data).toMatchObject({ problems: [{ index: 0, field: 'name' }], complete: false })
  } finally {
    await other.close()
  }
})
