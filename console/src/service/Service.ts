import type { Calls } from '../bulk/Calls.ts'
import type { ChangesService } from './ChangesService.ts'
import type { AccessService, RightsChange } from './AccessService.ts'
import type { ActionsService } from './ActionsService.ts'
import type { CommentsService } from './CommentsService.ts'
import type { LoginMethods, SignIn, TiedLogin } from './LoginMethods.ts'
import type { BegunTotp, Factors, Proof } from './Factors.ts'
import type { LinksService } from './LinksService.ts'
import type { HomeService } from './HomeService.ts'
import type { WebhooksService } from './WebhooksService.ts'
import type { DeletedPage } from './DeletedPage.ts'
import type { GroupRequest, Groups } from '../chart/Groups.ts'
import type { Explanation } from '../rights/Explanation.ts'
import type { Me } from './Me.ts'
import type { Metadata } from './Metadata.ts'
import type { Past } from '../history/Entry.ts'
import type { Json, ModelMeta, RecordJson, RecordLink } from '../meta/ModelMeta.ts'

/** What the caller may do with one record. */
export interface RecordMay {
  readonly update: boolean
  readonly delete: boolean
  readonly restore: boolean
  /** The fields and relations that they may set. */
  readonly fields: readonly string[]
}

/** Into the archive, or out of it. */
export type ArchiveWay = 'archive' | 'unarchive'

/** A record, and what the caller may do with it. */
export interface Opened {
  readonly record: RecordJson
  /** From where on to follow what is changed later, if that was asked for. */
  readonly changes?: string | undefined
  readonly may: RecordMay | undefined
}

/** A page of records. */
export interface Page {
  readonly records: readonly RecordJson[]
  readonly offset: number
  /** Undefined where it was not asked for. */
  readonly total: number | undefined
  /** The token of the page after this one, while there is one. */
  readonly next: string | undefined
  /** From where on to follow what is changed later, if that was asked for. */
  readonly changes?: string | undefined
}

/** The records of one model in which words occur: the first ones with their titles, and whether there are more. */
export interface FoundOfModel {
  readonly model: string
  readonly records: readonly RecordLink[]
  readonly more: boolean
}

/** Which records to take, and what of them. */
export interface TakeRequest {
  readonly data: Json
  readonly q?: string
  readonly fields: readonly string[]
  readonly limit: number
}

/** What became of a write of one record. */
export interface Written {
  readonly record: RecordJson
  /** What the change was put onto, if others had changed the record meanwhile. */
  readonly merged: { readonly base: number; readonly onto: number; readonly fields: readonly string[] } | undefined
  /** The change set, if other records were written with it. */
  readonly changeSet: number | undefined
  /** A secret that the service made for the record. Nobody can see it again. */
  readonly secret: string | undefined
}

/** How many other records a delete deletes, and how many lose their reference. */
export interface Also {
  readonly deleted: number
  readonly cleared: number
  /** What a delete of rules does to what others see. */
  readonly preview?: readonly RightsChange[]
}

/** How a record is read. */
export interface OpenOptions {
  readonly signal?: AbortSignal | undefined
  /** Whether it is no use of the session. */
  readonly quiet?: boolean
  /** Whether the answer says from where on to follow its changes. */
  readonly changes?: boolean
}

/** A write that may be sent again under its key and is done once. */
export interface WriteOptions {
  readonly key: string
  /** What the answer shows of the record; by default its own fields, without its links. */
  readonly fields?: readonly string[] | undefined
}

/** A way back to an old version. */
export interface RestoreOptions {
  readonly key: string
  /** The collections whose records come back with it. */
  readonly members: readonly string[]
}

/** What the console asks of the service. Failures are thrown as errors of the client. */
export interface Service
  extends AccessService,
    ActionsService,
    ChangesService,
    CommentsService,
    HomeService,
    LinksService,
    WebhooksService {
  /** The service as another user sees it: every read is answered with their rights, and every write is refused. */
  seeAs(username: string): Service
  login(username: string, password: string): Promise<void>
  loginMethods(signal?: AbortSignal): Promise<LoginMethods>
  /** Finishes a login whose password was right. */
  proveFactor(login: string, proof: Proof): Promise<void>
  /** Proves that it is the user of the session. */
  confirm(proof: { readonly password: string } | { readonly totp: string }): Promise<void>
  /** One's own second factors. */
  factors(signal?: AbortSignal): Promise<Factors>
  /** Begins to set up an app for codes, and answers its secret, this once. */
  beginTotp(): Promise<BegunTotp>
  /** Sets the app up by its first code, and answers recovery codes, this once. */
  confirmTotp(code: string, name: string): Promise<readonly string[]>
  /** Makes recovery codes in place of all earlier ones. */
  renewRecovery(): Promise<readonly string[]>
  /** The newest logins of a user. */
  signIns(user: string, signal?: AbortSignal): Promise<readonly SignIn[]>
  /** The logins at providers that are tied to a user. */
  tiedLogins(user: number, signal?: AbortSignal): Promise<readonly TiedLogin[]>
  logout(): Promise<void>
  me(signal?: AbortSignal): Promise<Me>
  /** Changes one's own language and time zone, as far as they are given, and answers who one is. */
  changeMe(changes: Pick<Me, 'language' | 'timeZone'>): Promise<Me>
  changePassword(old: string, next: string): Promise<void>
  /** Ends the caller's other sessions, and answers how many. */
  endOtherSessions(): Promise<number>
  metadata(signal?: AbortSignal): Promise<Metadata>
  /** A page by the parameters of find. */
  find(model: string, parameters: URLSearchParams, signal?: AbortSignal): Promise<Page>
  /** The first records of every model in which words occur. */
  searchAll(q: string, signal?: AbortSignal): Promise<readonly FoundOfModel[]>
  /** Counts records by the values of fields. */
  count(model: string, request: GroupRequest, signal?: AbortSignal): Promise<Groups>
  read(model: string, id: number, fields: readonly string[], signal?: AbortSignal, quiet?: boolean): Promise<RecordJson>
  /** Reads a record together with what the caller may do with it. */
  open(model: string, id: number, fields: readonly string[], options: OpenOptions): Promise<Opened>
  /** Who is logged in. It is not a use of the session. */
  lookAtMe(signal?: AbortSignal): Promise<Me>
  /** The name of the file that the console begins with now; undefined if something else answers. */
  consoleScript(signal?: AbortSignal): Promise<string | undefined>
  /** Whether the caller may do something with a model or a record, and why. */
  explain(model: string, id: number | undefined, action: string, signal?: AbortSignal): Promise<Explanation>
  /** Tries an update by a dry run: it fails as the update would. */
  tryUpdate(model: string, id: number, data: Readonly<Record<string, Json>>, signal?: AbortSignal): Promise<void>
  /** What a record would be after a create or an update, by a dry run. It fails as the write would. */
  wouldBe(
    model: string,
    id: number | undefined,
    data: Readonly<Record<string, Json>>,
    fields: readonly string[],
    signal?: AbortSignal,
  ): Promise<RecordJson>
  create(model: string, data: Readonly<Record<string, Json>>, options: WriteOptions): Promise<Written>
  /**
   * Changes the fields that are sent. What others changed meanwhile is merged; what clashes is a `version-conflict`.
   */
  update(model: string, id: number, data: Readonly<Record<string, Json>>, options: WriteOptions): Promise<Written>
  /** Deletes a record, and answers the change set if others were deleted or changed with it. */
  remove(model: string, id: number, version: number, options: WriteOptions): Promise<number | undefined>
  /** What a delete would do to other records, by a dry run. */
  previewRemove(model: string, id: number, version: number): Promise<Also>
  /** The calls that changes of many records are made of. */
  bulk(model: ModelMeta): Calls
  /** The records that meet criteria and words, by id, behind one of them. */
  take(model: string, request: TakeRequest, signal?: AbortSignal): Promise<readonly RecordJson[]>
  /** Deleted records, those deleted last first. */
  deleted(model: string, offset: number, limit: number, signal?: AbortSignal): Promise<DeletedPage>
  /** A part of the history, newest first. */
  history(model: string, id: number, offset: number, signal?: AbortSignal): Promise<Past>
  /** Brings an old version back, also of a deleted record, with the records that some of its collections had. */
  restore(model: string, id: number, version: number, toVersion: number, options: RestoreOptions): Promise<Written>
  /** Archives a record, or takes it out again. */
  archive(model: string, way: ArchiveWay, id: number, version: number, options: WriteOptions): Promise<Written>
  /** Lets the made-up colleague of the demo change a record. No other service has one. */
  askColleague(model: string, id: number, data: Readonly<Record<string, Json>>): Promise<void>
}
