import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { WriteContext } from './Plan.ts'
import type { RestorePlan } from './RestorePlan.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { Sent } from '../call/Sent.ts'

/** Plans the restore of an old version's values. The current version is required, as for every change. */
export function planRestore(sent: Sent, id: number, model: Model, context: WriteContext): RestorePlan {
  if (sent['version'] === undefined || sent['version'] === null)
    throw new Failure('version-required', 'A restore must name the current version: send data.version as you read it.')
  const faults = new Faults()
  const version = parseVersion(sent, 'version', faults)
  const toVersion = parseVersion(sent, 'toVersion', faults)
  for (const member of Object.keys(sent))
    if (!['version', 'toVersion', 'members'].includes(member))
      faults.set(member.slice(0, 100), 'is not known here: a restore takes only version, toVersion and members')
  const { members = false } = sent
  if (typeof members !== 'boolean') faults.set('members', 'must be true or false')
  refuseFaults(faults)
  return { operation: 'restore', model, id, version, toVersion, context, ...(members === true ? { members } : {}) }
}

/** A version that was sent. */
export function parseVersion(sent: Sent, member: string, faults: Faults): number {
  const version = sent[member]
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return version
  faults.set(member, 'must be a whole number from 0 on')
  return 0
}
