import { requireAt } from '../failure/invariant.ts'
import { type Authorization, serviceAuthorization } from '../permission/Authorization.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import type { PastQuestion } from '../statement/past.ts'
import type { Past } from '../versions/Past.ts'
import { condense } from '../versions/stateAt.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'

/**
 * How many parts of the past of one record are read at most, and how many entries a part has. To tell what a record
 * was, everything that was written since is undone; if that is more, it is not known any more.
 */
export const [maxParts, partSize] = [100, 1_000]
/** How many entries of each record the first part has, and how many entries a statement reads of all its records. */
const [firstSize, maxInGroup] = [100, 10_000]

/** What is known so far of a record's past, and which versions are needed: from before the first to the last. */
interface Reading {
  readonly question: PastQuestion
  readonly last: number
  past: Past | undefined
}

/**
 * Loads the past of each of some records, whose changes are given, as the service sees it: which of its states the
 * caller sees is decided next. All records share a statement. What it does not read of one is read part by part, the
 * newest first, and of each part no more is kept than what is needed. These parts wait for their turn: pages of one
 * user that look far back must not fill the process.
 */
export async function loadPasts(
  records: readonly (readonly JournaledChange[])[],
  { userId, deadline }: Authorization,
  { run, models }: ExecutionServices,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Past[]> {
  const authorization = { ...serviceAuthorization(models), userId, ...(deadline ? { deadline } : {}) }
  const readings = records.map((entries): Reading => {
    const { model, id } = requireAt(entries, 0)
    const versions = entries.map(({ version }) => version)
    const version = Math.max(0, Math.min(...versions) - 1)
    return { question: { model, id, version, authorization }, last: Math.max(...versions), past: undefined }
  })
  const read = async (open: readonly Reading[], size: number) => {
    const most = Math.max(1, Math.min(size, Math.floor(maxInGroup / open.length)))
    const parts = await run.pasts(open.map((one) => ({ ...toQuestion(one), most })))
    return open.filter((one, index) => add(one, requireAt(parts, index)))
  }
  let open = await read(readings, firstSize)
  if (open.length > 0)
    await inTurn(async () => {
      for (let parts = 1; parts < maxParts && open.length > 0; parts++) open = await read(open, partSize)
    })
  return readings.map(({ past }) => past ?? { entries: [] })
}

function toQuestion({ question, past }: Reading): PastQuestion {
  const until = past?.entries[0]?.version
  return until === undefined ? question : { ...question, until }
}

/** Adds a part, and returns whether there may be more. */
function add(reading: Reading, part: Past): boolean {
  const { past, last, question } = reading
  const older = past ? { ...past, entries: [...part.entries, ...past.entries] } : part
  reading.past = condense(older, last)
  const oldest = reading.past.entries[0]?.version ?? question.version
  return part.entries.length > 0 && oldest > question.version
}
