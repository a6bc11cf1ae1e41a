import { parseArgs } from 'node:util'
import { Balancer } from '../harness/Balancer.ts'
import { findViolations } from '../harness/checker.ts'
import { admin } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../harness/commandLine.ts'
import { Load } from '../harness/Load.ts'
import { until } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { copyVersion, findLastVersion } from './oldVersion.ts'

// Upgrades two processes of an older version to this one under load, as docs/how-to/operation/upgrade.md says, and ends
// with 1 if a request fails or an answer is impossible: `npm run test:upgrade`, with --from COMMIT --requests 20000.
// Before that, a new process is taken out once more, which is the way back.

const { values: flags } = parseArgs({
  options: { from: { type: 'string' }, requests: { type: 'string', default: '20000' } },
})
const requests = Number(flags.requests)
const old = await copyVersion(flags.from ?? findLastVersion())
const cluster = await Cluster.start({ durable: true, settings: ['fsync=off'] })
const balancer = await Balancer.start()
const running: ServiceProcess[] = []
const env = { DATABASE_URL: cluster.urlOf('postgres') }

try {
  await runTabularium(['migrate', 'apply', '--models', old.models], env, '', old.main)
  await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password, old.main)
  const olds = [await startOne(true), await startOne(true)]
  const clients = await manyLoggedIn(balancer, 16)
  const load = new Load({ clients: clients.map((client) => [client]), random: randomFrom(6), records: 20 })
  await load.prepare()
  const loading = load.run()
  let failure: unknown
  loading.catch((error: unknown) => (failure = error ?? new Error('The load failed.')))
  const phase = async (name: string, share: number) => {
    const before = load.history.length
    await until(name, () => failure !== undefined || load.history.length >= before + requests * share, {
      within: 3_600_000,
    })
    if (failure !== undefined) throw failure
    console.log(`${name}: ${load.history.length - before} requests, none failed`)
  }
  console.log(`from ${old.name}`)
  await phase('two old processes', 0.1)
  await runTabularium(['migrate', 'apply', '--models', contactsFolder], env)
  console.log((await runTabularium(['migrate', 'status', '--models', contactsFolder], env)).trim().split('\n').at(-1))
  await phase('two old processes on the new schema', 0.2)
  const tried = await startOne(false)
  await phase('two old processes and a new one', 0.2)
  await stopOne(tried)
  await phase('the way back: two old processes again', 0.1)
  for (const each of olds) {
    await startOne(false)
    await phase('old and new processes', 0.1)
    await stopOne(each)
    await phase('after an old process has ended', 0.1)
  }
  load.stop()
  await loading
  await load.finish()
  for (const client of clients) client.close()
  const violations = findViolations(load.history)
  console.log(`${load.history.length} requests, none failed, ${violations.length} impossible answers`)
  for (const violation of violations.slice(0, 10)) console.log(violation)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  for (const service of running) await service.stop()
  balancer.close()
  await cluster.stop()
  await old.remove()
}

/** Starts a process behind the balancer, which takes it out within its delay. */
async function startOne(isOld: boolean): Promise<ServiceProcess> {
  const flags = { drainDelay: '1s', ...(isOld ? { models: old.models } : {}) }
  const service = await startProcess(cluster.urlOf('postgres'), flags, isOld ? old.main : undefined)
  running.push(service)
  await balancer.add(service)
  return service
}

async function stopOne(service: ServiceProcess): Promise<void> {
  await service.stop()
  balancer.remove(service)
  running.splice(running.indexOf(service), 1)
}
