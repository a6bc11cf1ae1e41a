import type { CallOptions } from './connection.ts'
import type { Client } from './createClient.ts'
import type { FieldShape, Nullable, SentValueOf, ValueOf } from './types/Schema.ts'

/** What the types read of a declared action. */
export interface ActionShape {
  readonly kind: 'action'
  readonly name: string
  readonly takes: { readonly [name: string]: FieldShape }
  readonly gives?: { readonly [name: string]: FieldShape } | undefined
}

/** How to run an action. */
export interface ActionOptions extends CallOptions {
  /** Writes nothing, and tells what the action would give. */
  readonly dryRun?: boolean
  /** Makes the call safe to repeat; the client makes one if it is absent. */
  readonly idempotencyKey?: string
}

type Fields = Readonly<Record<string, FieldShape>>
type Flat<T> = { [K in keyof T]: T[K] }
type IsMandatory<Field extends FieldShape> = Field extends { default: unknown }
  ? false
  : NonNullable<Field['~types']>['required']

/** What is sent to an action: required fields without a default are mandatory. */
export type InputOf<Action extends ActionShape> = SentOf<Action['takes']>

type SentOf<Takes extends Fields> = Flat<
  { [K in keyof Takes as IsMandatory<Takes[K]> extends true ? K : never]: SentValueOf<Takes[K]> } & {
    [K in keyof Takes as IsMandatory<Takes[K]> extends true ? never : K]?: SentValueOf<Takes[K]> | null
  }
>

/** What an action gives; of a record its id and version. */
export type OutputOf<Action extends ActionShape> = GivenOf<NonNullable<Action['gives']>>

type GivenOf<Gives extends Fields> = { [K in keyof Gives]: Nullable<Gives[K], GivenValue<Gives[K]>> }
type GivenValue<Field extends FieldShape> = Field extends { type: 'reference' }
  ? { id: number; version?: number }
  : Field extends { type: 'links' }
    ? { id: number; version?: number }[]
    : ValueOf<Field>

/** The actions of a module by the last part of their names, if their package is this one. */
export type ActionsOf<Logic, Package extends string> = {
  readonly [K in keyof Logic as ShortName<Logic[K], Package>]: Logic[K] extends ActionShape
    ? (input: InputOf<Logic[K]>, options?: ActionOptions) => Promise<OutputOf<Logic[K]>>
    : never
}

type ShortName<Value, Package extends string> = Value extends ActionShape
  ? Value['name'] extends `${Package}.${infer Short}`
    ? Short
    : never
  : never

/**
 * Makes the actions of a package: `createActions<typeof logic>(client)('com.example.orders').ship({ … })`. The types
 * come from the declarations, and none of their code is loaded; or from the interface `Actions` of the file that
 * `tabularium types` writes.
 */
export function createActions<Logic>(client: Pick<Client<unknown>, 'request'>) {
  return <const Package extends string>(name: Package): ActionsOf<Logic, Package> =>
    new Proxy(Object.create(null) as ActionsOf<Logic, Package>, {
      get: (_, short) =>
        typeof short === 'string' && short !== 'then'
          ? (input: object, options?: ActionOptions) => runAction(client, `${name}.${short}`, input, options)
          : undefined,
    })
}

/** An action of which no type is known. */
interface AnyAction extends ActionShape {
  readonly kind: 'action'
}

/** What is sent to an action, and what it gives; anything if its type is not known. */
type InputFor<Action extends ActionShape> = string extends Action['name'] ? object : InputOf<Action>
type OutputFor<Action extends ActionShape> = string extends Action['name'] ? Record<string, unknown> : OutputOf<Action>

/**
 * Runs an action by its full name; `runAction<Actions['com.example.orders.ship']>` has the types of that action.
 * Repeated requests do it once.
 */
export async function runAction<Action extends ActionShape = AnyAction>(
  client: Pick<Client<unknown>, 'request'>,
  name: Action['name'],
  input: InputFor<Action>,
  { signal, dryRun, idempotencyKey = crypto.randomUUID() }: ActionOptions = {},
): Promise<OutputFor<Action>> {
  const sent = { query: { dryRun }, body: { data: input }, idempotencyKey, signal }
  const { data } = await client.request('POST', `/ws/action/${name}`, sent)
  return data[0] as OutputFor<Action>
}

/** An action that the caller may run, with the fields that it takes and gives. */
export interface ActionDescription {
  readonly name: string
  readonly label: string
  readonly help?: string
  /** The model whose records it is about. */
  readonly on?: string
  /** Whether it can be run for several records of that model at once. */
  readonly many?: true
  readonly takes: readonly Readonly<Record<string, unknown>>[]
  readonly gives: readonly Readonly<Record<string, unknown>>[]
  /** Whether its writes can be undone. */
  readonly undo: boolean
}

/** Lists the actions that the caller may run. */
export async function listActions(
  client: Pick<Client<unknown>, 'request'>,
  { signal }: CallOptions = {},
): Promise<ActionDescription[]> {
  return (await client.request('GET', '/ws/meta/actions', { signal })).data as ActionDescription[]
}
