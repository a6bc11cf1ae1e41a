import type { Schema } from '../../model/field/Schema.ts'
import { flagOrNames } from './flagOrNames.ts'
import { groups } from './groups.ts'
import type { DocumentLimits } from './Kind.ts'
import {
  archivedJson,
  boolean,
  count,
  criteria,
  filledText,
  idOf,
  names,
  oneOf,
  textOrNull,
  unchecked,
} from './kinds.ts'
import { factorMembers } from './factorMembers.ts'
import { keyMembers } from './keyMembers.ts'
import { maxUsernameLength } from './limits.ts'
import { linkMembers, password } from './linkMembers.ts'
import type { Parameter } from './Parameter.ts'
import { queryParameters } from './queryParameters.ts'
import { deliveryKey, moment, onlyTrue } from './webhookKinds.ts'

const { offset, limit, after, fields, sortBy, q, total, archived, changes } = queryParameters

const upToBulk =
  (minimum: number) =>
  ({ maxBulk }: DocumentLimits): Schema => ({
    type: 'integer',
    minimum,
    maximum: maxBulk,
  })

/** The members of bodies, one row for each as for the parameters of query strings. */
export const bodyMembers = {
  // Searches and aggregates.
  archived: { ...archived, kind: archivedJson },
  criteria: { name: 'data', kind: criteria, absent: 'all records', description: 'Criteria; `null` means all records.' },
  q,
  fields,
  sortBy,
  offset,
  limit,
  after,
  total,
  changes,
  groupBy: {
    kind: groups,
    absent: 'one group of all',
    description: 'The fields to group by: names, or `{"fieldName", "by", "timeZone"}` for dates and several values.',
  },
  count: { kind: boolean, default: false, description: '`true` counts the records of each group.' },
  sum: { kind: names(), description: 'Number fields whose sums to answer.' },
  avg: { kind: names(), description: 'Number fields whose averages to answer.' },
  min: { kind: names(), description: 'Number, date and text fields whose least values to answer.' },
  max: { kind: names(), description: 'Number, date and text fields whose greatest values to answer.' },
  countDistinct: { kind: names(), description: "Fields whose different values to count; missing values don't count." },
  filled: { kind: names(), description: "Fields whose values to count; missing values don't count." },
  sortGroups: {
    name: 'sortBy',
    kind: names(),
    absent: 'by the groups',
    description: 'Fields of `groupBy`, `count`, or a function with its field; `-` for descending: `-sum.total`.',
  },

  // Writes. What depends on the model is checked by the plan.
  record: { name: 'data', kind: unchecked({}), required: true, description: 'The fields of the record.' },
  versioned: { name: 'data', kind: unchecked({}), required: true, description: 'The `version` of the record.' },
  archivable: {
    name: 'records',
    kind: unchecked({}),
    required: true,
    description: 'The records to archive, each as `{"id", "version"}`.',
  },
  input: { name: 'data', kind: unchecked({}), required: true, description: 'What the action takes.' },
  steps: {
    name: 'data',
    kind: unchecked({}),
    required: true,
    description:
      'The operations, in order: `{"create": MODEL, "as": NAME, "record"}`, `{"update": MODEL, "record"}` or ' +
      '`{"delete": MODEL, "record"}`.',
  },
  records: { kind: unchecked({}), required: true, description: 'The records; those with an `id` are updated.' },
  identities: {
    name: 'records',
    kind: unchecked({}),
    required: true,
    description: 'The records to delete, each as `{"id", "version"}`.',
  },
  keyOfAll: { name: 'key', kind: unchecked(names().schema), description: queryParameters.key.description },
  show: { kind: unchecked(upToBulk(0)), description: 'With `dryRun=true`: of how many records to answer the changes.' },
  showTitles: {
    name: 'show',
    kind: unchecked(upToBulk(0)),
    description: 'With `dryRun=true`: of how many records to answer the titles.',
  },
  matching: {
    name: 'data',
    kind: unchecked({ $ref: '#/components/schemas/Criteria' }),
    required: true,
    description: 'The criteria of the records to change; `{}` means all records.',
  },
  values: { kind: unchecked({}), required: true, description: 'The fields to change, with their new values.' },
  maxAffected: {
    kind: unchecked(upToBulk(1)),
    required: true,
    description: 'If more records meet the criteria, nothing is changed.',
  },
  ofVersion: {
    name: 'version',
    kind: count(),
    required: true,
    description: 'The current version, or that of the delete.',
  },
  toVersion: { kind: count(), required: true, description: 'The version to bring back.' },
  withMembers: {
    name: 'members',
    kind: flagOrNames,
    description: '`true` also brings back the members of its collections; an array of names those of these alone.',
  },
  undo: { kind: count(), required: true, description: 'The version whose write goes back.' },
  onClash: {
    name: 'onConflict',
    kind: oneOf('refuse', 'skip'),
    default: 'refuse',
    description: 'If something clashes: undo nothing (`refuse`), or the rest (`skip`).',
  },

  // Webhooks.
  delivery: { kind: deliveryKey, description: 'The change: `model/id/version`, as in the header `webhook-id`.' },
  parked: { kind: onlyTrue, description: '`true`: all parked ones.' },
  since: { kind: moment, description: 'Everything from this moment on.' },

  // The caller's account.
  username: {
    kind: filledText({ maxLength: maxUsernameLength }),
    required: true,
    description: 'The name of the user.',
  },
  password: { kind: filledText({}), required: true, description: 'The password of the user.' },
  oldPassword: { name: 'old', kind: password, required: true, description: 'The current password.' },
  newPassword: { name: 'new', kind: password, required: true, description: 'The new password.' },
  userId: {
    name: 'user',
    kind: idOf('a user'),
    absent: 'you',
    description: 'The id of the user whose sessions end; another user is for administrators.',
  },
  current: { kind: boolean, default: false, description: '`true` also ends the session of this request.' },
  language: { kind: textOrNull, description: 'Your language, one of those of the application; `null`: no choice.' },
  timeZone: { kind: textOrNull, description: 'Your time zone, such as `Europe/Paris`; `null`: no choice.' },

  // API keys.
  ...keyMembers,

  // Second factors.
  ...factorMembers,

  // Links by mail.
  ...linkMembers,
} as const satisfies Readonly<Record<string, Parameter>>
