import { exportTakes, parseExport } from '../call/export.ts'
import type { ExportCall } from '../call/ExportCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { openExport } from '../execute/exports/openExport.ts'
import { writeExport } from '../execute/exports/writeExport.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import { digestRights } from '../permission/digestRights.ts'
import { permitExport } from '../permission/permit.ts'
import { planExport } from '../plan/export.ts'
import type { ExportPlan } from '../plan/ExportPlan.ts'
import { answerWith, requireCaller, type Steps } from './answer.ts'
import { operation } from './operation.ts'
import type { RequestContext, Services } from './Services.ts'

/** Files of records. */
export const exportOperations = {
  export: operation({
    route: 'GET /ws/rest/:model/export',
    timeLimit: 'export',
    takes: exportTakes,
    parse: parseExport,
    answer: answerExport,
    about: 'model',
    actions: ['read'],
    describe: (of) => of.export,
  }),
}

/** How often it is looked up whether the caller may still have the file, in milliseconds. */
const checkInterval = 2_000

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const

/** An export is open when its first record was read: until then its failures are answered like those of other calls. */
async function answerExport(call: ExportCall, services: Services, context: RequestContext): Promise<Envelope> {
  let release: (() => void) | undefined
  const steps: Steps<ExportCall, Model, ExportPlan> = {
    mayUseCache: () => false,
    permit: (_, rights, __, { onModel }) => {
      const model = permitExport(call.model, rights)
      onModel(model)
      return model
    },
    plan: (_, model, authorization) =>
      planExport(call, model, { ...authorization, rights: authorization.rights.forExport() }),
    execute: (plan) => {
      release ??= services.exports.enter(plan.authorization.userId ?? 0)
      // It has a place of its own now.
      context.onWait()
      return startExport(plan, call, services, { context, release })
    },
  }
  try {
    return await answerWith(steps, call, services, context)
  } catch (error) {
    release?.()
    throw error
  }
}

interface Started {
  readonly context: RequestContext
  release(): void
}

async function startExport(
  plan: ExportPlan,
  call: ExportCall,
  services: Services,
  { context, release }: Started,
): Promise<Envelope> {
  const { exports } = services
  const { exportTimeout, exportLimit } = exports.limits
  const begin = performance.now()
  const rows = await openExport(plan, services, exportTimeout)
  const ending = new AbortController()
  const allowed = digestRights(plan.authorization.credential)
  let isAsking = false
  const check = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void requireCaller({ ...call, quiet: true }, services, context)
      .then(({ credential }) => digestRights(credential) === allowed)
      // That nobody could be asked is no reason: the database may be away for a moment.
      .catch((error: unknown) => !isRefusal(error))
      .then((isAllowed) => {
        isAsking = false
        if (!isAllowed) ending.abort('rights')
      })
  }, checkInterval)
  const close = () => {
    clearInterval(check)
    clearTimeout(limit)
    rows.close()
    release()
  }
  const end = () => {
    ending.abort('deadline')
    close()
  }
  const limit = setTimeout(end, exportTimeout - (performance.now() - begin))
  // The client may be gone before there is anything to send.
  context.onGone(close)
  const { name } = plan.model
  return {
    text: '',
    download: {
      bytes: withLimit(writeExport(plan, rows, services.now()), exportLimit, () => ending.abort('size')),
      type: types[call.format],
      fileName: `${name.slice(name.lastIndexOf('.') + 1)}.${call.format}`,
      user: plan.authorization.userId ?? 0,
      ended: ending.signal,
      rows: () => rows.count,
      close,
    },
  }
}

async function* withLimit<Piece extends Uint8Array>(
  pieces: AsyncGenerator<Piece, void>,
  limit: number,
  onExceeded: () => void,
): AsyncGenerator<Piece, void> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) return onExceeded()
    yield piece
  }
}

/** Whether a look-up of the caller says that there is none any more, or none with these rights. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'session-required' || error.code === 'not-permitted')
}
