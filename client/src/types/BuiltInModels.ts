import type { Chosen, Count, Field, Flag, Lead, Model, Owner, Rules, Secret, Unique } from './builtInFields.ts'
import type { LoginModels } from './LoginModels.ts'

/** The models of the service itself. A test compares them with the declarations of the service. */
export interface BuiltInModels extends LoginModels {
  readonly 'tabularium.User': Model<
    'tabularium.User',
    'username',
    readonly ['username', 'name', 'admin', 'disabled'],
    {
      readonly username: Unique
      readonly name: Field<'text', string, false>
      readonly password: Secret
      readonly admin: Flag
      readonly disabled: Flag
      readonly timeZone: Field<'text', string, false>
      readonly language: Field<'text', string, false>
      readonly email: Field<'text', string, false>
      readonly emailVerifiedOn: Field<'dateTime', string, false>
      readonly kind: Chosen<'person' | 'service'>
      readonly externalId: Field<'text', string, false> & Pick<Unique, 'unique'>
      readonly provisioned: Flag
      readonly roles: Lead<'links', 'tabularium.Role', false>
    }
  >
  readonly 'tabularium.Role': Model<
    'tabularium.Role',
    'name',
    readonly ['name'],
    { readonly name: Unique; readonly help: Field<'text', string, false>; readonly rules: Rules }
  >
  readonly 'tabularium.Rule': Model<
    'tabularium.Rule',
    'model',
    readonly ['role', 'model', 'read', 'create', 'update', 'delete', 'run'],
    {
      readonly role: Lead<'reference', 'tabularium.Role', true>
      readonly model: Field<'text', string, true>
      readonly read: Flag
      readonly create: Flag
      readonly update: Flag
      readonly delete: Flag
      readonly run: Flag
      readonly condition: Field<'json', unknown, false>
      readonly readFields: Field<'json', unknown, false>
      readonly writeFields: Field<'json', unknown, false>
      readonly hideFields: Field<'json', unknown, false>
      readonly lockFields: Field<'json', unknown, false>
      readonly comment: Field<'boolean', boolean, false>
      readonly export: Field<'boolean', boolean, false>
    }
  >
  readonly 'tabularium.Key': Model<
    'tabularium.Key',
    'name',
    readonly ['user', 'name', 'start', 'expiresOn', 'usedOn'],
    {
      readonly user: Lead<'reference', 'tabularium.User', true>
      readonly name: Field<'text', string, true>
      readonly start: Field<'text', string, false>
      readonly tokenHash: Secret
      readonly expiresOn: Field<'dateTime', string, false>
      readonly usedOn: Field<'dateTime', string, false>
      readonly scope: Chosen<'api' | 'scim'>
      readonly writes: Chosen<'all' | 'none'>
      readonly models: Field<'json', unknown, false>
      readonly networks: Field<'json', unknown, false>
      readonly roles: Lead<'links', 'tabularium.Role', false>
    }
  >
  readonly 'tabularium.View': Model<
    'tabularium.View',
    'name',
    readonly ['model', 'name', 'owner', 'pinned'],
    {
      readonly model: Field<'text', string, true>
      readonly name: Field<'text', string, true>
      readonly owner: Owner
      readonly roles: Lead<'links', 'tabularium.Role', false>
      readonly q: Field<'text', string, false>
      readonly criteria: Field<'json', unknown, false>
      readonly sortBy: Field<'json', unknown, false>
      readonly fields: Field<'json', unknown, false>
      readonly chart: Field<'text', string, false>
      readonly layout: Field<'choice', 'grid' | 'board' | 'calendar' | 'gallery' | 'pivot', false>
      readonly groupBy: Field<'json', unknown, false>
      readonly footer: Field<'json', unknown, false>
      readonly options: Field<'json', unknown, false>
      readonly pinned: Flag
    }
  >
  readonly 'tabularium.Job': Model<
    'tabularium.Job',
    'name',
    readonly ['name', 'state', 'progress', 'tries', 'dueOn', 'error'],
    {
      readonly name: Field<'text', string, true>
      readonly kind: Chosen<'job' | 'reaction' | 'schedule' | 'mail' | 'service'>
      readonly state: Chosen<'waiting' | 'running' | 'done' | 'failed'>
      readonly input: Field<'json', unknown, false>
      readonly dueOn: Field<'dateTime', string, false>
      readonly progress: Field<'integer', number, false>
      readonly note: Field<'text', string, false>
      readonly tries: Count
      readonly failures: Count
      readonly error: Field<'text', string, false>
      readonly steps: Field<'json', unknown, false>
      readonly requestId: Field<'text', string, false>
      readonly keyId: Field<'integer', number, false>
    }
  >
  readonly 'tabularium.Webhook': Model<
    'tabularium.Webhook',
    'name',
    readonly ['name', 'url', 'state', 'user'],
    {
      readonly name: Field<'text', string, true>
      readonly url: Field<'text', string, true>
      readonly models: Field<'json', unknown, true>
      readonly condition: Field<'json', unknown, false>
      readonly user: Owner
      readonly secret: Secret
      readonly previousSecret: Secret
      readonly secretChangedOn: Field<'dateTime', string, false>
      readonly state: Chosen<'active' | 'paused' | 'ended'>
      readonly order: Chosen<'record' | 'all'>
    }
  >
  readonly 'tabularium.Notice': Model<
    'tabularium.Notice',
    'kind',
    readonly ['kind', 'model', 'record', 'createdBy', 'createdOn', 'seenOn'],
    {
      readonly user: Lead<'reference', 'tabularium.User', true>
      readonly kind: Chosen<'mention'>
      readonly model: Field<'text', string, true>
      readonly record: Field<'integer', number, true>
      readonly comment: Field<'integer', number, false>
      readonly seenOn: Field<'dateTime', string, false>
    }
  >
  readonly 'tabularium.Favorite': Model<
    'tabularium.Favorite',
    'id',
    readonly ['user', 'view', 'model', 'viewName', 'record', 'position'],
    {
      readonly user: Owner
      readonly view: Lead<'reference', 'tabularium.View', false>
      readonly model: Field<'text', string, false>
      readonly viewName: Field<'text', string, false>
      readonly record: Field<'integer', number, false>
      readonly position: Count
    }
  >
  readonly 'tabularium.Dashboard': Model<
    'tabularium.Dashboard',
    'name',
    readonly ['name', 'owner', 'updatedOn'],
    {
      readonly name: Field<'text', string, true>
      readonly owner: Owner
      readonly roles: Lead<'links', 'tabularium.Role', false>
      readonly tiles: Field<'json', unknown, false>
      readonly columns: Count<12>
    }
  >
}
