import { expect, it } from 'vitest'
import { withConnection } from '../src/command/openConnection.ts'
import { sql } from '../src/sql/sql.ts'
import { recordOf } from './harness/client.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { loggedIn } from './harness/service.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

it('a full disk has its own message, nothing is written, and the log reports it', async () => {
  await stage.database.query(`
    create function fail_as_full() returns trigger language plpgsql as $$
    begin raise sqlstate '53100' using message = 'could not extend file: No space left on device'; end $$;
    create trigger fail_as_full before insert on record.com_example_contacts_contact execute function fail_as_full()`)
  for (let count = 0; count < 3; count++)
    expect(shown(await stage.client.create(Contact, ada))).toEqual(
      refusal('unavailable', {
        data: { outcome: 'not-applied', message: expect.stringContaining('no space left on its disk') },
      }),
    )
  await stage.database.query('drop function fail_as_full cascade')
  const told = () =>
    stage.service
      .logs()
      .split('\n')
      .filter((line) => line.includes('"msg":"the database has no space'))
  await until('the log tells it', () => told().length > 0)
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain('"level":"error"')
  expect((await stage.client.create(Contact, ada)).status).toBe(200)
})

it('a missing partition of the journal, as after the clock was set back, is created when needed', async () => {
  const { id } = recordOf(await stage.client.create(Contact, ada))
  const partitions = await stage.database.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'tabularium.journal'::regclass`,
  )
  for (const { name } of partitions) await stage.database.query(`drop table ${name}`)
  const refused = await stage.client.update(Contact, id, { version: 0, firstName: 'Augusta' })
  expect(shown(refused)).toEqual(
    refusal('unavailable', {
      data: {
        outcome: 'not-applied',
        message: expect.stringContaining('The journal has no partition for the current month'),
      },
    }),
  )
  const update = () => stage.client.update(Contact, id, { version: 0, firstName: 'Augusta' })
  await until('the partition is there', async () => (await update()).status === 200)
  ;(await loggedIn(stage.service)).close()
})

it('a command that loses its connection says what to do', async () => {
  const command = withConnection(stage.database.url, 2_000, (connection) =>
    connection.query(sql`select pg_terminate_backend(pg_backend_pid())`),
  )
  await expect(command).rejects.toMatchObject({
    exit: 'unreachable',
    message: expect.stringContaining('Run the command again when the database is back'),
  })
})
