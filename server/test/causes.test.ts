import { afterAll, describe, expect, it } from 'vitest'
import { sentences } from '../src/postgres/sentences.ts'
import { saveMany } from './harness/actions.ts'
import { recordOf, type Reply } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService } from './harness/service.ts'
import { useService } from './harness/useService.ts'

// Every cause has a sentence of its own: "cannot be reached" is said only if the database cannot be reached.

const stage = useService({ statementTimeout: '1s', queueTimeout: '500ms' })
const table = 'record.com_example_contacts_contact'
const person = (lastName: string) => ({ firstName: 'Ada', lastName })

/** A trigger of the operator on each new contact, until the test ends. */
async function withTrigger(body: string, work: () => Promise<void>): Promise<void> {
  await stage.database.query(`create function public.own() returns trigger language plpgsql as $$
    begin ${body}; return new; end $$;
    create trigger own before insert on ${table} for each row execute function public.own()`)
  try {
    await work()
  } finally {
    await stage.database.query('drop function public.own cascade')
  }
}

function failure(sentence: string, outcome?: 'not-applied' | 'unknown') {
  const message = expect.stringContaining(sentence) as string
  return refusal('unavailable', { data: { message, ...(outcome ? { outcome } : {}) } })
}

const connectionsOf = async () => {
  const rows = await stage.database.query<{ pid: number }>(
    `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows.map(({ pid }) => pid).sort()
}

describe("a WARNING of an operator's trigger", () => {
  it('is no failure: each write is answered, once, and costs no connection', async () => {
    await withTrigger("raise warning 'stock is low'", async () => {
      const before = recordOf(await stage.client.create(Contact, person('Warned')))
      const connections = await connectionsOf()
      const bulk = await saveMany(stage.client, Contact, [person('Warned'), { ...before, firstName: 'Bob' }])
      expect(bulk.status, bulk.text).toBe(200)
      for (let count = 0; count < 3; count++)
        expect((await stage.client.create(Contact, person('Warned'))).status).toBe(200)
      const [row] = await stage.database.query<{ n: number }>(
        `select count(*)::int as n from ${table} where last_name = 'Warned'`,
      )
      expect(row?.n).toBe(5)
      expect(connections.length).toBeGreaterThan(0)
      expect(await connectionsOf()).toEqual(expect.arrayContaining(connections))
    })
  })
})

describe('the sentence of an error', () => {
  it.for([
    ['57014', 'long'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['55P03', 'locked'],
    ['53200', 'exhausted'],
    ['53100', 'disk full'],
    ['25006', 'readOnly'],
    ['42P01', 'changed'],
  ] as const)('SQLSTATE %s: %s', async ([state, cause]) => {
    await withTrigger(`raise sqlstate '${state}'`, async () => {
      const alone = await stage.client.create(Contact, person('Never'))
      expect(shown(alone)).toEqual(failure(sentences[cause], 'not-applied'))
    })
  })

  it('a statement that takes too long by itself is told so, and what to do', async () => {
    await withTrigger('perform pg_sleep(3)', async () => {
      const reply = shown(await stage.client.create(Contact, person('Slow')))
      expect(reply).toEqual(failure('Nothing was written. Ask for less at once', 'not-applied'))
      expect(JSON.stringify(reply)).not.toMatch(/other requests/i)
    })
  })

  it('a connection that PostgreSQL ends while a write is under way', async () => {
    await withTrigger('perform pg_sleep(0.6)', async () => {
      const write = stage.client.create(Contact, person('Ended'))
      await until('it is under way', async () => {
        const rows = await stage.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event = 'PgSleep'`,
        )
        return rows.length > 0
      })
      expect(shown(await write)).toEqual(failure(sentences.stopped, 'unknown'))
    })
  })

  it('connections that are all in use by slow statements', async () => {
    const single = await startService(stage.database.url, { poolSize: '1', queueTimeout: '200ms' })
    const client = await loggedIn(single, 4)
    try {
      await withTrigger('perform pg_sleep(1.5)', async () => {
        const first = client.create(Contact, person('First'))
        await until('it is under way', async () => {
          const rows = await stage.database.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
          return rows.length > 0
        })
        const second = shown(await client.create(Contact, person('Second')))
        expect(JSON.stringify(second)).toContain('503')
        expect(JSON.stringify(second)).not.toContain(sentences.unreachable)
        expect((await first).status).toBe(200)
      })
    } finally {
      client.close()
      await single.stop()
    }
  })
})

describe('a commit whose wait for a standby is interrupted', () => {
  let primary: Cluster | undefined

  afterAll(async () => {
    await primary?.stop()
  })

  it('is not confirmed by a standby, and that is what the client is told', async () => {
    const cluster = await Cluster.start({ durable: true, settings: ['fsync=off'] })
    primary = cluster
    await migrate(cluster.urlOf('postgres'))
    const service = await startService(cluster.urlOf('postgres'))
    const client = await loggedIn(service)
    await cluster.query(`alter system set synchronous_standby_names = '*'`)
    await cluster.query('select pg_reload_conf()')
    await until('the setting holds', async () => {
      const [row] = await cluster.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      )
      return row?.names === '*'
    })
    // The ids of new records are drawn first, by a commit of its own.
    const interrupt = async (write: Promise<Reply>) => {
      let reply: Reply | undefined
      const answered = write.then((one) => (reply = one))
      await until('it is answered', async () => {
        await cluster.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
        return reply
      })
      return shown(await answered)
    }
    const unconfirmed = failure(sentences.unconfirmed, 'unknown')
    expect(await interrupt(client.create(Contact, person('Alone')))).toEqual(unconfirmed)
    expect(await interrupt(client.create(Contact, { ...person('With'), interactions: [] }))).toEqual(unconfirmed)
    client.close()
    await service.stop()
  })
})
