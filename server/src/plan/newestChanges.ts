import type { AccessChangesCall, NewestCall } from '../call/ChangesCall.ts'
import type { Through } from '../call/ChangeSetKind.ts'
import { Failure } from '../failure/failure.ts'
import { accessModels } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { digestRights } from '../permission/digestRights.ts'
import { permit } from '../permission/permit.ts'
import { followedModels } from './changes.ts'
import type { ChangeTokens } from './changeToken.ts'

/** Reads the newest changes of some models. */
export interface NewestChangesPlan {
  readonly models: readonly Model[]
  readonly authorization: Authorization
  /** Only changes before this position; absent: the newest. */
  readonly before?: number
  readonly limit: number
  readonly user?: string
  readonly records?: readonly { readonly model: Model; readonly id: number }[]
  readonly field?: string
  readonly since?: string
  readonly through?: Through
  readonly titles?: true
  /** Each change names the API key that it was written with. */
  readonly via?: true
  /** A digest of the caller's rights, for the next token. */
  readonly rights: string
}

/** Plans a page of the newest changes. */
export function planNewestChanges(
  { models: names, after, limit, titles, filter: { records: named, ...filter } }: NewestCall,
  authorization: Authorization,
  tokens: ChangeTokens,
): NewestChangesPlan {
  const records = named?.map(({ model, id }) => ({ model: permit(model, ['read'], authorization.rights), id }))
  const models =
    names || !records ? followedModels(names, authorization) : [...new Set(records.map(({ model }) => model))]
  requireField(filter.field, models, authorization)
  return {
    models,
    authorization,
    limit,
    ...filter,
    ...(records ? { records } : {}),
    ...(after === undefined ? {} : { before: tokens.read(after).position }),
    ...(titles ? { titles } : {}),
    rights: digestRights(authorization.credential) ?? '',
  }
}

/** Plans a page of the newest changes of who may do what: for administrators, who see all of them. */
export function planAccessChanges(
  { after, limit, models: asked, filter: { records: named, ...filter } }: AccessChangesCall,
  authorization: Authorization,
  tokens: ChangeTokens,
): NewestChangesPlan {
  const { rights, credential } = authorization
  if (!rights.isAdmin) throw new Failure('not-permitted', 'Only an administrator may see who changed rights.')
  const names = asked ?? (named ? named.map(({ model }) => model) : accessModels)
  const other = [...names, ...(named ?? []).map(({ model }) => model)].find((name) => !accessModels.includes(name))
  if (other !== undefined) throw new Failure('invalid-parameter', `The changes of ${other} are not changes of rights.`)
  return {
    models: [...new Set(names)].map((name) => permit(name, ['read'], rights)),
    authorization,
    limit,
    ...filter,
    ...(named ? { records: named.map(({ model, id }) => ({ model: permit(model, ['read'], rights), id })) } : {}),
    ...(after === undefined ? {} : { before: tokens.read(after).position }),
    titles: true,
    via: true,
    rights: digestRights(credential) ?? '',
  }
}

/** Who may not read a field must not learn when it was written. */
function requireField(name: string | undefined, models: readonly Model[], { rights }: Authorization): void {
  if (name === undefined) return
  const [model, ...others] = models
  if (!model || others.length > 0)
    throw new Failure('invalid-parameter', 'The parameter field needs models with the name of one model.')
  const seen = rights.visibility.models.find(model.name)
  if (![...(seen?.fields ?? []), ...(seen?.relations ?? [])].some((one) => one.name === name))
    throw new Failure('invalid-parameter', `The parameter field must be a field of ${model.name}.`)
}
