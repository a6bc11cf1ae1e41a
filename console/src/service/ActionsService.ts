import type { Json } from '../meta/ModelMeta.ts'

/** How an action is run. */
export interface ActOptions {
  /** Nothing is kept: it tells what would happen. */
  readonly dryRun: boolean
  /** Under which a run may be sent again and is done once; none for a dry run. */
  readonly key?: string
}

/** What an action did. */
export interface Acted {
  /** What it gives, by field. */
  readonly given: Readonly<Record<string, Json>>
  /** The change set of its writes, by which it can be undone. */
  readonly changeSet: number | undefined
}

/** What the console asks about actions. */
export interface ActionsService {
  act(name: string, data: Readonly<Record<string, Json>>, options: ActOptions): Promise<Acted>
}
