import type { FieldDeclarations, ModelDeclaration, NewRecordOf } from '../model/declare.ts'
import type { NamedRecord } from '../model/field/declaration.ts'
import type { CheckedPath, OwnName, Selected } from '../model/selected.ts'
import type { SentValuesOf } from './declaration.ts'
import type { JobDeclaration } from './job.ts'
import type { MailDeclaration } from './mail.ts'

/** A record by its id. If there is a version, the record must still have it. */
export type RecordName = number | NamedRecord

/** Names of fields, or paths over references and relations, each checked: `borrower.email`. */
type Paths<M, Path> = readonly CheckedPath<M, Path>[]

/** A record that was read: its id and version, and the named fields. `~model` is for the compiler only. */
export type RecordRead<M, Path extends string = OwnName<M>> = Selected<M, Path> & { readonly '~model'?: M }

/** New values for some fields of a record. */
export type ChangesOf<M> = Partial<NewRecordOf<M>>

/** Any record that `records` returned. */
export interface AnyRecordRead<M = ModelDeclaration> {
  readonly id: number
  readonly version: number
  readonly '~model'?: M
}

/** What a search finds, and how. */
export interface SearchOptions<M = ModelDeclaration, Path = string> {
  /** Criteria, as in a search of the API; all records if absent. */
  readonly where?: object
  /** The names to sort by, with `-` for descending; by id if absent. */
  readonly sortBy?: readonly string[]
  /** The fields to read; all of the record's own if absent. */
  readonly fields?: Paths<M, Path>
  /** The most records; 1,000 if absent. */
  readonly limit?: number
  /** Locks the records that are found until the end, so that no other transaction changes them. */
  readonly lock?: boolean
  /** @deprecated Use `lock`. This name is accepted until version 1.0. */
  readonly hold?: boolean
}

/** Reading records, with the rights of the logic. Calls that are made together share a statement. */
export interface ReadableRecords {
  /** Reads a record. Throws if there is none, or if it no longer has the version that was named. */
  read<M extends ModelDeclaration, const Path extends string = OwnName<M>>(
    model: M,
    record: RecordName,
    fields?: Paths<M, Path>,
  ): Promise<RecordRead<M, Path>>
  /** Reads records, in the order in which they are named. */
  readAll<M extends ModelDeclaration, const Path extends string = OwnName<M>>(
    model: M,
    records: readonly RecordName[],
    fields?: Paths<M, Path>,
  ): Promise<RecordRead<M, Path>[]>
  /** Finds records. It sees what was committed before, and what the logic itself has written. */
  search<M extends ModelDeclaration, const Path extends string = OwnName<M>>(
    model: M,
    options?: SearchOptions<M, Path>,
  ): Promise<RecordRead<M, Path>[]>
  /** Counts the records that meet criteria; all if absent. */
  count(model: ModelDeclaration, where?: object): Promise<number>
}

/**
 * The only way of actions, reactions and schedules to data: one transaction, with the rules, checks, versions and the
 * journal of every write. Calls that are made together share a statement by shape. If a record that was read is changed
 * by others before the commit, everything starts over. A write that is refused ends the logic.
 */
export interface Records extends ReadableRecords {
  create<M extends ModelDeclaration>(model: M, record: NewRecordOf<M>): Promise<RecordRead<M>>
  createAll<M extends ModelDeclaration>(model: M, records: readonly NewRecordOf<M>[]): Promise<RecordRead<M>[]>
  /** Changes a record that was read here, on the version that was read. */
  update<M extends ModelDeclaration>(record: AnyRecordRead<M>, changes: ChangesOf<M>): Promise<RecordRead<M>>
  updateAll<M extends ModelDeclaration>(
    changes: readonly (readonly [AnyRecordRead<M>, ChangesOf<M>])[],
  ): Promise<RecordRead<M>[]>
  /** Deletes a record that was read here. */
  remove(record: AnyRecordRead): Promise<void>
  removeAll(records: readonly AnyRecordRead[]): Promise<void>
  /** Enqueues a job or a mail, which begins after the commit. Without the commit there is none. */
  later<Takes extends FieldDeclarations>(
    job: JobDeclaration<Takes> | MailDeclaration<Takes>,
    input: SentValuesOf<Takes>,
  ): Promise<void>
}

/** The records of a job, which has no transaction around it: it may wait for others meanwhile. */
export interface JobRecords extends ReadableRecords {
  /**
   * Writes in one transaction, exactly once: if the job is tried again after the commit, the same call returns what it
   * returned before, as JSON, and writes nothing. So a job must make these calls in the same order each time.
   */
  transact<T>(work: (records: Records) => Promise<T>): Promise<T>
}
