import { type Client, recordOf, type Reply } from '../client.ts'
import { openWork } from '../openWork.ts'
import { until } from '../poll.ts'
import type { LogicUnderTest } from '../useLogic.ts'
import type { LogicRun } from '../../../src/execute/logic/runLogic.ts'
import type { Outcome, Sent, Way, Write } from './Way.ts'
import { hourly, type LogicTask, models, roles, Task } from './world.ts'

/** Where jobs, reactions and schedules are seen; set by the test before it sends anything. */
export const seen: { stage: LogicUnderTest | undefined } = { stage: undefined }

type Does = Way['does']

function toTask(does: Does, { kind, parent, target, values }: Write): LogicTask {
  const given = does === 'create' ? { [kind.parent.by]: { id: parent.id }, ...values } : values
  return { does, model: kind.model, id: target.id, values: given }
}

const run = (name: string, task: LogicTask): Sent => ({
  method: 'POST',
  path: `/ws/action/every.${name}`,
  body: { data: { task } },
})
const task = (kind: string, given: LogicTask): Sent => ({
  method: 'PUT',
  path: `/ws/rest/${Task.name}`,
  body: { data: { kind, task: given } },
})

interface JobRow {
  readonly state: string
  readonly error: string | null
}

async function findJob(condition: string, value: unknown): Promise<JobRow | undefined> {
  const rows = await seen.stage?.database.query<JobRow>(
    `select state, error from record.tabularium_job
    where ${condition} and (failures > 0 or state in ('done', 'failed'))`,
    [value],
  )
  return rows?.[0]
}

const toOutcome = ({ state, error }: JobRow): Outcome => ({ written: state === 'done', text: error ?? '' })
const isReplay = ({ headers }: Reply) => headers['idempotent-replayed'] === 'true'
const ofReply = ({ status, text }: Reply): Outcome => ({ written: status === 200, text })

/** A job is sent by an action, and has its request id. */
async function settleJob(reply: Reply, requestId: string): Promise<Outcome> {
  if (reply.status !== 200 || isReplay(reply)) return ofReply(reply)
  return toOutcome(await until('the job has ended', () => findJob("kind = 'job' and request_id = $1", requestId)))
}

/** A reaction notes what it did, and leaves a job for what it could not do. */
async function settleReaction(reply: Reply): Promise<Outcome> {
  if (reply.status !== 200 || isReplay(reply)) return ofReply(reply)
  const { id } = recordOf(reply)
  return until('the reaction has ended', async () => {
    const done = await seen.stage?.database.query('select from record.every_done where task = $1', [id])
    if (done?.length === 1) return { written: true, text: '' }
    const failed = await findJob(`kind = 'reaction' and input::jsonb @> jsonb_build_object('id', $1::int)`, id)
    return failed && toOutcome({ ...failed, state: 'failed' })
  })
}

const hour = 3_600_000
let ahead = 0

/** A schedule does the newest task when its hour has come. */
async function settleSchedule(reply: Reply): Promise<Outcome> {
  if (reply.status !== 200 || isReplay(reply) || !seen.stage) return ofReply(reply)
  const { database } = seen.stage
  await database.query("delete from record.tabularium_job where kind = 'schedule'")
  const toTime = () => Date.now() + ahead * hour
  const work = openWork(database.url, models, [hourly], { roles, toTime, random: () => 7_200 })
  try {
    await work.settle()
    ahead += 1
    await work.settle()
    return toOutcome(await until('the schedule has run', () => findJob('kind = $1', 'schedule')))
  } finally {
    await work.close()
  }
}

function each(name: string, way: (does: Does) => Omit<Way, 'name' | 'does'>): Way[] {
  return (['create', 'change', 'delete'] as const).map((does) => ({ name: `${does} by ${name}`, does, ...way(does) }))
}

/**
 * Every way in which code of an application writes. A kind of logic that has none here does not compile. A migration is
 * begun by a command and not by a request; it writes by the same calls.
 */
export const logicWays = {
  action: each('an action', (does) => ({
    isLogic: true,
    toSent: (write) => run('do', toTask(does, write)),
  })),
  job: each('a job', (does) => ({
    isLogic: true,
    toSent: (write) => run('send', toTask(does, write)),
    settle: settleJob,
  })),
  reaction: each('a reaction', (does) => ({
    isLogic: true,
    toSent: (write) => task('reaction', toTask(does, write)),
    settle: settleReaction,
  })),
  schedule: each('a schedule', (does) => ({
    isLogic: true,
    toSent: (write) => task('schedule', toTask(does, write)),
    settle: settleSchedule,
  })),
} satisfies Record<Exclude<LogicRun['kind'], 'migration'>, readonly Way[]>

/** Sends a request as one of the test's callers, and waits for all that it begins. */
export async function send(
  client: Client,
  { method, path, body }: Sent,
  { way, requestId, headers = {} }: { way: Pick<Way, 'settle'>; requestId: string; headers?: Record<string, string> },
): Promise<Outcome> {
  const message = method === 'DELETE' ? {} : { body }
  const cookie = headers['authorization'] === undefined ? {} : { cookie: null }
  const reply = await client.exchange(method, path, {
    ...message,
    ...cookie,
    headers: { 'x-request-id': requestId, ...headers },
  })
  return way.settle ? way.settle(reply, requestId) : ofReply(reply)
}
