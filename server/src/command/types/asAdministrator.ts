import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { extentsOfMember } from '../../permission/extents.ts'
import { Rights } from '../../permission/Rights.ts'
import { toCallerRights } from './CallerRights.ts'

/** The models with what an administrator may do with their fields: there are fields that the service alone sets. */
export function asAdministrator(models: Models): Model[] {
  const rights = new Rights('', [], true, models)
  return models.all.map((model) => {
    const withRights = <M extends { readonly name: string }>(member: M) => ({
      ...member,
      ...toCallerRights(extentsOfMember(member.name, model, rights)),
    })
    return { ...model, fields: model.fields.map(withRights), relations: model.relations.map(withRights) }
  })
}
