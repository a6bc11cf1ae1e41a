import type { Call, RecordCallBase } from '../call/Call.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { withMember } from '../envelope/success.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { ModelDescription } from '../openapi/DescribedOperation.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { permit, permitList } from '../permission/permit.ts'
import type { Action } from '../permission/Rule.ts'
import { requirePossibleId } from '../plan/possibleId.ts'
import type { CallerAuthorization } from './answer.ts'
import type { Facts, Row } from './AnsweredOperation.ts'
import { operationOf } from './operation.ts'
import type { Services } from './Services.ts'

/** What a row says whose operation is about the records of a model. */
interface ModelRow<C extends RecordCallBase & Call, Plan extends object, Writes extends boolean>
  extends Facts<C, Writes> {
  /** The rights of which the caller must have one: the records decide which one. */
  readonly actions: readonly Action[]
  /** Whether it answers records that the caller did not name. */
  readonly lists?: boolean
  /** The rights that one call needs; absent: `actions`. */
  actionsOf?(call: NoInfer<C>): readonly Action[]
  readonly describe: ModelDescription['describe']
  plan(call: NoInfer<C>, model: Model, authorization: CallerAuthorization, services: Services): Plan
  execute(plan: NoInfer<Plan>, services: Services, call: NoInfer<C>): Promise<Envelope>
}

/** Makes a row of an operation on the records of a model. A standby answers those that write nothing. */
export function ofModel<C extends RecordCallBase & Call, Plan extends object, const Writes extends boolean = false>({
  actionsOf,
  lists = false,
  plan,
  execute,
  ...row
}: ModelRow<C, Plan, Writes>): Row<Writes> {
  const { actions } = row
  return operationOf<C, Model, Plan, Writes>(
    { standby: !row.writes, ...row, about: 'model' },
    {
      // Built-in models decide about rights themselves: their callers are always looked up.
      mayUseCache: (call) => !isBuiltIn(call.model),
      permit: (call, rights, _, { onModel }) => {
        const model = lists
          ? permitList(call.model, rights)
          : permit(call.model, actionsOf ? actionsOf(call) : actions, rights)
        onModel(model)
        return model
      },
      plan: (call, model, authorization, services) => {
        const planned: Plan & { readonly id?: number } = plan(call, model, authorization, services)
        if (planned.id !== undefined) requirePossibleId(planned.id)
        return planned
      },
      execute,
    },
  )
}

/**
 * Adds a token to the answer of a read if the call asks for it. It is taken before the records are read: a change in
 * between is in the answer and in the feed, and none is missed.
 */
export function followed<Plan extends { readonly authorization: Authorization }>(
  read: (plan: Plan, services: Services) => Promise<Envelope>,
): (plan: Plan, services: Services, call: { readonly changes?: true }) => Promise<Envelope> {
  return (plan, services, { changes }) => (changes ? readWithToken(plan, services, read) : read(plan, services))
}

async function readWithToken<Plan extends { readonly authorization: Authorization }>(
  plan: Plan,
  services: Services,
  read: (plan: Plan, services: Services) => Promise<Envelope>,
): Promise<Envelope> {
  const token = await services.feed.now(plan.authorization, services)
  return withMember(await read(plan, services), 'changes', token)
}
