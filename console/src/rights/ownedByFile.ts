import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { roleModel, ruleModel } from '../meta/ownModels.ts'
import { titleOfLink } from '../field/titleOfLink.ts'

/** The role whose file owns a record: a role that a file declares, or a rule of one; undefined for all others. */
export function ownedByFile(
  { name }: ModelMeta,
  record: RecordJson | undefined,
  declaredRoles: readonly string[],
): string | undefined {
  if (!record || (name !== roleModel && name !== ruleModel)) return undefined
  const role = name === roleModel ? record.name : titleOfLink(record.role)
  return declaredRoles.find((declared) => declared === role)
}
