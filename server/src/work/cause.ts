import { serviceRequestId } from '../request/requestIds.ts'

/** Why a write was made: which reactions led to it, one after the other. */
export interface Cause {
  /** The names of the reactions, the first one first; empty if a person or a program made the write. */
  readonly chain: readonly string[]
}

/** After so many reactions to reactions a chain ends: it is a loop. */
export const maxDepth = 8

const none: Cause = { chain: [] }

/**
 * Reads the cause from a request id. Clients choose theirs, so it counts only if nobody is the author: reactions, and
 * the jobs that they send, write without one.
 */
export function causeOf({ requestId, by }: { readonly requestId: string; readonly by: unknown }): Cause {
  if (by !== null) return none
  const [, names] = /^(?:reaction:\d+|job:\d+:\d+):([\w.,]+)/.exec(requestId) ?? []
  return names === undefined ? none : { chain: names.split(',') }
}

/** The request id of what a reaction writes about changes of a cause: `reaction:2:com.example.a,com.example.b`. */
export function toReactionRequest(name: string, { chain }: Cause): string {
  return serviceRequestId('reaction', chain.length + 1, [...chain, name].join())
}

/** The request id of what a job writes. It carries on the cause of what sent the job. */
export function toJobRequest(job: { readonly id: number; readonly name: string }, { chain }: Cause): string {
  const cause = chain.length === 0 ? [] : [chain.length, chain.join()]
  return serviceRequestId('job', job.id, ...cause, job.name)
}

/** Whether a reaction made the write itself. */
export function isOwn(name: string, requestId: string, { chain }: Cause): boolean {
  return requestId.startsWith(serviceRequestId('reaction', '')) && chain.at(-1) === name
}

/** Two causes are the same if the same reactions led to the writes. */
export function isSameCause(one: Cause, other: Cause): boolean {
  return one.chain.join() === other.chain.join()
}
