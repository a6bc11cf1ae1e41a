import type { FieldDeclarations } from '../declare.ts'
import type { Model } from '../Model.ts'
import { Models } from '../Models.ts'
import { toModel } from '../toModel.ts'
import { Job } from './Job.ts'
import { Key } from './Key.ts'
import { Role } from './Role.ts'
import { Rule } from './Rule.ts'
import { Session } from './Session.ts'
import { User } from './User.ts'
import { View } from './View.ts'
import { Webhook } from './Webhook.ts'

/** The service's own models, with additional fields for users. */
export function builtInModels(userFields: FieldDeclarations = {}): Model[] {
  const fields = { ...User.fields, ...userFields, ...User.fields }
  return [{ ...User, fields }, Role, Rule, Session, Key, View, Job, Webhook].map(toModel)
}

/** All models that a process serves: the declared ones and the service's own. */
export function withBuiltIn(declared: readonly Model[], userFields: FieldDeclarations = {}): Models {
  return new Models([...declared, ...builtInModels(userFields)])
}
