import { Failure } from '../failure/failure.ts'
import { didYouMean, findNearest } from '../text/didYouMean.ts'
import { type Application, plainApplication } from './application.ts'
import type { Dashboard } from './dashboard.ts'
import { isAuthor, type ReferenceField } from './field/reference.ts'
import type { Model } from './Model.ts'
import type { DataMigration } from './migrationMark.ts'
import type { OwnSql } from './ownSql.ts'
import type { CollectionRelation } from './relation/collection.ts'
import type { LinksRelation } from './relation/links.ts'
import { resolveFormulas } from './field/formula/resolveFormulas.ts'
import { resolveRollups } from './field/resolveRollups.ts'
import { toLockOrder } from './lockOrder.ts'

/** A field of one model that refers to another model. */
export interface Referrer {
  readonly model: Model
  readonly field: ReferenceField
}

/** All models that a process serves, by name. */
export class Models {
  readonly all: readonly Model[]
  /** What holds for all of them: the zone of the day, the languages, the currency. */
  readonly application: Application
  /** The SQL that the application declares for their tables. */
  readonly ownSql: readonly OwnSql[]
  /** The migrations of their records that the application declares. */
  readonly migrations: readonly DataMigration[]
  /** The dashboards that the application declares. */
  readonly dashboards: readonly Dashboard[]
  readonly #byName: ReadonlyMap<string, Model>
  readonly #referrers: ReadonlyMap<string, readonly Referrer[]>
  readonly #linkers: ReadonlyMap<string, readonly Linker[]>
  readonly #collected: ReadonlyMap<string, ReadonlySet<string>>
  readonly #writers: ReadonlyMap<string, readonly string[]>
  #lockOrder: ReadonlyMap<string, number> | undefined

  /**
   * Resolves rollups, which take their type from other models, and formulas. `writers` are the actions that refer to a
   * model whose records only actions write, by its name.
   */
  constructor(
    models: readonly Model[],
    application: Application = plainApplication,
    ownSql: readonly OwnSql[] = [],
    writers: ReadonlyMap<string, readonly string[]> = new Map(),
    migrations: readonly DataMigration[] = [],
    dashboards: readonly Dashboard[] = [],
  ) {
    this.application = application
    this.ownSql = ownSql
    this.migrations = migrations
    this.dashboards = dashboards
    this.#writers = writers
    this.all = resolveFormulas(resolveRollups(models))
    this.#byName = new Map(this.all.map((model) => [model.name, model]))
    this.#referrers = Map.groupBy(this.all.flatMap(referencesOf), ({ field }) => field.target)
    this.#linkers = Map.groupBy(this.all.flatMap(linksOf), ({ relation }) => relation.target)
    const collections = Map.groupBy(models.flatMap(collectionsOf), ({ target }) => target)
    this.#collected = new Map([...collections].map(([name, all]) => [name, new Set(all.map(({ by }) => by))]))
  }

  /** Returns some of the models, perhaps with fewer fields, of the same application. */
  among(models: readonly Model[]): Models {
    return new Models(models, this.application)
  }

  /** Returns the model with the name that a client sent. Throws a failure if there is none. */
  require(name: string): Model {
    const model = this.#byName.get(name)
    if (model) return model
    const message = `There is no such model here.${didYouMean(this.#withPackage(name), this.#byName.keys())}`
    throw new Failure(
      'unknown-model',
      `${message} A model is named with its package, such as com.example.contacts.Contact.`,
    )
  }

  /** A name without a package is completed if one model has it, also if it is mistyped. */
  #withPackage(name: string): string {
    if (name.includes('.')) return name
    const shortNames = new Map(this.all.map((model) => [model.name.split('.').at(-1) ?? '', model.name]))
    return shortNames.get(findNearest(name.slice(0, 100), shortNames.keys()) ?? '') ?? name
  }

  /** Returns the model with that name, if there is one. */
  find(name: string): Model | undefined {
    return this.#byName.get(name)
  }

  /** Returns the model with a name from a checked declaration. */
  get(name: string): Model {
    const model = this.#byName.get(name)
    if (!model) throw new TypeError(`The model ${name} was not loaded.`)
    return model
  }

  /** The names of the actions that refer to a model whose records only actions write. */
  writersOf({ name }: Model): readonly string[] {
    return this.#writers.get(name) ?? []
  }

  /** The fields of all models that refer to this one. */
  referrersOf(model: Model): readonly Referrer[] {
    return this.#referrers.get(model.name) ?? []
  }

  /** The relations of all models that link to this one. */
  linkersOf(model: Model): readonly Linker[] {
    return this.#linkers.get(model.name) ?? []
  }

  /** Returns the rank of a model in the order in which transactions lock records. */
  lockRankOf(model: Model): number {
    this.#lockOrder ??= toLockOrder(this.all)
    return this.#lockOrder.get(model.name) ?? this.all.length
  }

  /** The references of this model by which its records are members of collections. */
  collectedFieldsOf(model: Model): ReferenceField[] {
    const names = this.#collected.get(model.name)
    if (!names) return []
    return model.fields.flatMap((field) => (field.type === 'reference' && names.has(field.name) ? [field] : []))
  }
}

/** The collections of a model. */
export function collectionsOf({ relations }: Model): CollectionRelation[] {
  return relations.filter((relation) => relation.type === 'collection')
}

/** A relation of one model that links to another one. */
export interface Linker {
  readonly model: Model
  readonly relation: LinksRelation
}

function linksOf(model: Model): Linker[] {
  return model.relations.flatMap((relation) => (relation.type === 'links' ? [{ model, relation }] : []))
}

function referencesOf(model: Model): Referrer[] {
  return model.fields.flatMap((field) => (field.type === 'reference' && !isAuthor(field) ? [{ model, field }] : []))
}
