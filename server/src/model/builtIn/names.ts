/** The package of the service's own models. */
export const ownPackage = 'tabularium.'

export const userModel = 'tabularium.User'
/** What whoever sees a user named by a record sees of the user, besides the id: as an author, or by a reference. */
export const namesOfUsers = ['username', 'name'] as const
export const roleModel = 'tabularium.Role'
export const ruleModel = 'tabularium.Rule'
export const sessionModel = 'tabularium.Session'
export const identityModel = 'tabularium.Identity'
export const factorModel = 'tabularium.Factor'
export const keyModel = 'tabularium.Key'
export const viewModel = 'tabularium.View'
export const favoriteModel = 'tabularium.Favorite'
export const dashboardModel = 'tabularium.Dashboard'
export const jobModel = 'tabularium.Job'
export const webhookModel = 'tabularium.Webhook'
export const noticeModel = 'tabularium.Notice'

/** What says who may do what: their changes are the trail of rights. */
export const accessModels = [userModel, roleModel, ruleModel, keyModel, identityModel, factorModel]

/** What a session writes only if its user has proven lately who they are: it protects accounts and rights. */
export const protectedModels = [...accessModels, webhookModel]

/**
 * The fields of users that came later than `extendUser`, each with the service migration that takes its name: others
 * may have added a field of such a name.
 */
export const laterUserFields: ReadonlyMap<string, string> = new Map([
  ['email', 'accounts'],
  ['emailVerifiedOn', 'accounts'],
  ['kind', 'accounts'],
  ['externalId', 'provisioning'],
  ['provisioned', 'provisioning'],
])

/** Whether a model is one of the service's own. */
export function isBuiltIn(modelName: string): boolean {
  return modelName.startsWith(ownPackage)
}
