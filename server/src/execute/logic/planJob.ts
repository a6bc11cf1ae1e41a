import { jobModel } from '../../model/builtIn/names.ts'
import type { Models } from '../../model/Models.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { planCreate } from '../../plan/create.ts'
import type { CreatePlan, WriteContext } from '../../plan/Plan.ts'

/** A job and the input that it gets. */
export interface LaterJob {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Plans the record of a job, which the service itself writes. Its author is the user who caused it. */
export function planJob({ name, input }: LaterJob, context: WriteContext, models: Models): CreatePlan {
  const { userId } = context.authorization
  const authorization = { ...serviceAuthorization(models), userId }
  const record = { name, kind: 'job', state: 'waiting', input, requestId: context.requestId }
  const planned = planCreate(record, models.get(jobModel), models, { ...context, authorization })
  return { ...planned, unshown: true }
}
