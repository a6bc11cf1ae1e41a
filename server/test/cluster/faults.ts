import { pause } from '../harness/poll.ts'
import type { Host, Part } from './Host.ts'
import { type PatroniCluster, superuser } from './PatroniCluster.ts'
import type { Service } from './Services.ts'

/** What a fault can reach. */
export interface Scene {
  readonly cluster: PatroniCluster
  /** The primary before the fault. */
  readonly primary: Host
  readonly services: readonly Service[]
  readonly random: () => number
}

/** Something that goes wrong. `begin` returns what ends it. */
export interface Fault {
  readonly name: string
  readonly title: string
  /** How long it lasts, in milliseconds; `writes`: until writes are acknowledged again in spite of it. */
  readonly lasts: number | 'writes'
  /** The longest time without writes that it may cause, in seconds. */
  readonly maxGap?: number
  /** How many of the reads must be served while it lasts, in percent. */
  readonly minReads?: number
  /** Two hosts may answer for a second, because the old primary does not know that it was replaced. */
  readonly twoPrimaries?: boolean
  begin(scene: Scene): Promise<() => Promise<void> | void>
}

const all: readonly Part[] = ['patroni', 'postgres', 'etcd']
const cluster: readonly Part[] = ['patroni', 'postgres']
const nothing = () => {}

/** The faults of the long form; the short form has those that `shortForm` names. */
export const faults: readonly Fault[] = [
  {
    name: 'kill-host',
    title: 'host of the primary dies (`kill -9` of Patroni and PostgreSQL)',
    lasts: 'writes',
    maxGap: 13,
    begin: ({ primary }) => killed(primary, cluster),
  },
  {
    name: 'kill-host-etcd',
    title: 'the same with its etcd',
    lasts: 'writes',
    maxGap: 13,
    begin: ({ primary }) => killed(primary, all),
  },
  {
    name: 'freeze-host',
    title: 'host of the primary frozen, woken later',
    lasts: 'writes',
    maxGap: 13,
    begin: ({ primary }) => frozen(primary, all),
  },
  {
    name: 'freeze-postgres',
    title: 'PostgreSQL of the primary frozen, woken later',
    lasts: 'writes',
    maxGap: 13,
    begin: ({ primary }) => frozen(primary, ['postgres']),
  },
  {
    name: 'kill-postgres',
    title: '`kill -9` of the postmaster (restart in place)',
    lasts: 'writes',
    async begin({ primary }) {
      await primary.killPostmaster()
      return nothing
    },
  },
  {
    name: 'kill-patroni',
    title: 'Patroni alone killed, PostgreSQL lives on (no watchdog)',
    lasts: 25_000,
    twoPrimaries: true,
    begin: ({ primary }) => killed(primary, ['patroni']),
  },
  {
    name: 'freeze-patroni',
    title: 'Patroni alone frozen, PostgreSQL lives on (no watchdog)',
    lasts: 25_000,
    twoPrimaries: true,
    begin: ({ primary }) => frozen(primary, ['patroni']),
  },
  {
    name: 'switchover',
    title: 'planned switchover',
    lasts: 'writes',
    maxGap: 5,
    async begin({ cluster }) {
      await cluster.switchOver()
      return nothing
    },
  },
  {
    name: 'kill-standby',
    title: 'synchronous standby dies',
    lasts: 8_000,
    begin: async ({ cluster: whole }) => killed(await whole.synchronousStandby(), cluster),
  },
  {
    name: 'freeze-standby',
    title: 'synchronous standby frozen',
    lasts: 'writes',
    begin: async ({ cluster: whole }) => frozen(await whole.synchronousStandby(), cluster),
  },
  {
    name: 'cut-standby',
    title: 'synchronous standby cut off',
    lasts: 'writes',
    begin: async (scene) => separated(scene, await scene.cluster.synchronousStandby(), 'cut'),
  },
  {
    name: 'no-standbys',
    title: 'both standbys away for 20 s (writes wait)',
    lasts: 20_000,
    minReads: 90,
    begin: (scene) => withoutStandbys(scene),
  },
  {
    name: 'no-standbys-long',
    title: 'both standbys away for 120 s (writes wait)',
    lasts: 120_000,
    minReads: 90,
    begin: (scene) => withoutStandbys(scene),
  },
  {
    name: 'end-waiting',
    title: 'both standbys stall for 1.5 s, and somebody ends the connections that wait, three times',
    lasts: 1_000,
    async begin(scene) {
      for (let n = 0; n < 3; n++) {
        const standbys = scene.cluster.othersThan(scene.primary)
        const wake = await Promise.all(standbys.map((host) => frozen(host, ['postgres'])))
        await pause(1_500)
        await terminate(scene)
        for (const one of wake) await one()
        await pause(1_500)
      }
      return nothing
    },
  },
  {
    name: 'cut',
    title: 'primary cut off from everything',
    lasts: 'writes',
    maxGap: 13,
    begin: (scene) => separated(scene, scene.primary, 'cut'),
  },
  {
    name: 'split',
    title: 'primary cut off from the other hosts; services reach it',
    lasts: 25_000,
    twoPrimaries: true,
    begin: (scene) => separated(scene, scene.primary, 'split'),
  },
  {
    name: 'unreachable',
    title: 'services cut off from the primary alone for 12 s',
    lasts: 12_000,
    begin: (scene) => separated(scene, scene.primary, 'unreachable'),
  },
  { name: 'etcd-1', title: 'one of three etcd dies', lasts: 12_000, begin: (scene) => withoutEtcd(scene, 1) },
  { name: 'etcd-2', title: 'two of three etcd die', lasts: 15_000, begin: (scene) => withoutEtcd(scene, 2) },
  { name: 'etcd-3', title: 'all three etcd die', lasts: 15_000, begin: (scene) => withoutEtcd(scene, 3) },
  {
    name: 'disk-full',
    title: 'disk of the primary full',
    lasts: 20_000,
    async begin({ primary }) {
      primary.fillDisk(true)
      return () => primary.fillDisk(false)
    },
  },
  {
    name: 'terminate',
    title: '`pg_terminate_backend` of all connections, three times',
    lasts: 4_000,
    async begin(scene) {
      for (let n = 0; n < 3; n++) {
        await terminate(scene)
        await pause(2_000)
      }
      return nothing
    },
  },
  {
    name: 'lock-table',
    title: 'table locked for 8 s by somebody else',
    lasts: 8_000,
    begin: ({ primary }) => holding(primary, 'lock table record.com_example_contacts_contact in access exclusive mode'),
  },
  {
    name: 'lock-records',
    title: 'an idle transaction holds every third record for 12 s',
    lasts: 12_000,
    begin: ({ primary }) =>
      holding(primary, 'select from record.com_example_contacts_contact where id % 3 = 0 for update'),
  },
  {
    name: 'kill-worker',
    title: '`kill -9` of a worker, three times',
    lasts: 1_000,
    async begin({ services, random }) {
      for (let n = 0; n < 3; n++) await services[n % services.length]?.killWorker(random)
      return nothing
    },
  },
  {
    name: 'kill-service',
    title: '`kill -9` of a whole service, started again (no balancer before it)',
    lasts: 2_000,
    begin: ({ services }) => withoutService(services[0], 'all'),
  },
  {
    name: 'kill-first-process',
    title: '`kill -9` of the first process of a service, started again',
    lasts: 2_000,
    begin: ({ services }) => withoutService(services[1], 'first'),
  },
  {
    name: 'kill-balancer',
    title: 'HAProxy before PostgreSQL dies for 5 s',
    lasts: 5_000,
    async begin({ cluster }) {
      cluster.killBalancer()
      return () => cluster.startBalancer()
    },
  },
]

export const shortForm = ['kill-host', 'freeze-host', 'switchover', 'cut', 'kill-worker']

async function killed(host: Host, parts: readonly Part[]) {
  await host.kill(parts)
  return () => {
    if (parts.includes('etcd')) host.startEtcd()
    host.startPatroni()
  }
}

async function frozen(host: Host, parts: readonly Part[]) {
  const pids = await host.processes(parts)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => host.signal('SIGCONT', parts)
}

async function separated({ cluster }: Scene, host: Host, how: 'cut' | 'split' | 'unreachable') {
  cluster.network(how, host)
  return () => cluster.network('heal', host)
}

async function withoutStandbys({ cluster: whole, primary }: Scene): Promise<() => void> {
  const standbys = whole.othersThan(primary)
  await Promise.all(standbys.map((host) => host.kill(cluster)))
  return () => {
    for (const host of standbys) host.startPatroni()
  }
}

/** Ends all connections of the services. A commit that waits for a standby is applied by that. */
async function terminate({ cluster, primary }: Scene): Promise<void> {
  await cluster.query(primary, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'records'`)
}

async function withoutEtcd({ cluster, primary }: Scene, count: number) {
  const order = count === 1 ? [primary] : [...cluster.othersThan(primary), primary]
  const chosen = order.slice(0, count)
  await Promise.all(chosen.map((host) => host.kill(['etcd'])))
  return () => {
    for (const host of chosen) host.startEtcd()
  }
}

/** Keeps a transaction open that holds something. */
async function holding(host: Host, statement: string) {
  const client = superuser(host)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

async function withoutService(service: Service | undefined, which: 'first' | 'all') {
  await service?.kill(which)
  return async () => service?.start()
}
