import { type Application, plainApplication } from '../application.ts'
import type { Dashboard as DeclaredDashboard } from '../dashboard.ts'
import type { FieldDeclarations } from '../declare.ts'
import type { Model } from '../Model.ts'
import { Models } from '../Models.ts'
import type { DataMigration } from '../migrationMark.ts'
import type { OwnSql } from '../ownSql.ts'
import { commentModelsOf } from '../relation/commentsModel.ts'
import { toModel } from '../toModel.ts'
import { withLanguages, withOwnLanguages } from '../words.ts'
import { Dashboard } from './Dashboard.ts'
import { Factor } from './Factor.ts'
import { Favorite } from './Favorite.ts'
import { Identity } from './Identity.ts'
import { Job } from './Job.ts'
import { Key } from './Key.ts'
import { Notice } from './Notice.ts'
import { Role } from './Role.ts'
import { Rule } from './Rule.ts'
import { Session } from './Session.ts'
import { User } from './User.ts'
import { View } from './View.ts'
import { Webhook } from './Webhook.ts'

/** The service's own models, with additional fields for users. */
export function builtInModels(userFields: FieldDeclarations = {}): Model[] {
  const fields = { ...User.fields, ...userFields, ...User.fields }
  const others = [Role, Rule, Session, Key, View, Job, Webhook, Notice, Favorite, Dashboard, Identity, Factor]
  return [{ ...User, fields }, ...others].map(toModel)
}

/** All models that a process serves: the declared ones and the service's own. */
export function withBuiltIn(
  declared: readonly Model[],
  userFields: FieldDeclarations = {},
  application: Application = plainApplication,
  ownSql: readonly OwnSql[] = [],
  migrations: readonly DataMigration[] = [],
  dashboards: readonly DeclaredDashboard[] = [],
): Models {
  const { languages } = application
  const builtIn = builtInModels(userFields).map((model) => withOwnLanguages(model, languages))
  return new Models(
    [...[...declared, ...commentModelsOf(declared)].map((model) => withLanguages(model, languages)), ...builtIn],
    application,
    ownSql,
    undefined,
    migrations,
    dashboards.map((dashboard) => withLanguages(dashboard, languages)),
  )
}
