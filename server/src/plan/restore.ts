import type { MemberKey, QueryKey, Takes } from '../call/parameter/takes.ts'
import { parseMembers } from '../call/parseMembers.ts'
import { restoreTakes } from '../call/restore.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import { collectionsOf } from '../model/Models.ts'
import type { WriteContext } from './Plan.ts'
import type { RestorePlan } from './RestorePlan.ts'
import { suggest } from '../text/didYouMean.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { Sent } from '../call/Sent.ts'

/** Plans the restore of an old version's values. The current version is required, as for every change. */
export function planRestore(sent: Sent, id: number, model: Model, context: WriteContext): RestorePlan {
  if (sent['version'] === undefined || sent['version'] === null)
    throw new Failure('version-required', 'A restore must name the current version: send data.version as you read it.')
  const { version, toVersion, members } = parseData(sent, restoreTakes, 'a restore')
  if (Array.isArray(members)) requireCollections(members, model)
  return { operation: 'restore', model, id, version, toVersion, context, ...(members ? { members } : {}) }
}

function requireCollections(names: readonly string[], model: Model): void {
  const known = collectionsOf(model).map(({ name }) => name)
  const other = names.find((name) => !known.includes(name))
  const faults = new Faults()
  if (other !== undefined)
    faults.set(
      'members',
      `names "${other.slice(0, 100)}", which is no collection of ${model.name}.${suggest(other, known)}`,
    )
  refuseFaults(faults)
}

/** The members of `data`. Everything that is wrong with them is reported at once. */
export function parseData<M extends MemberKey>(sent: Sent, { members }: Takes<QueryKey, M>, what: string) {
  const faults = new Faults()
  const values = parseMembers(sent, members, (name, fault) => faults.set(name, fault))
  const others = Object.keys(sent).filter((name) => !members.names.includes(name))
  const allowed = `${members.names.slice(0, -1).join(', ')} and ${members.names.at(-1)}`
  for (const name of others) faults.set(name.slice(0, 100), `is not known here: ${what} takes only ${allowed}`)
  refuseFaults(faults)
  return values
}
