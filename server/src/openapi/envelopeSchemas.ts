import type { Schema } from '../model/field/Schema.ts'
import { sharedEnvelope } from './OperationObject.ts'
import { listOf, schemaRef, shownObject } from './refs.ts'
import { anything, count, names, open, text, whole } from './values.ts'

const dryRun: Schema = {
  description:
    'The answer to a dry run: as the real one, with `dryRun`. Nothing was written. A record that would be created ' +
    'has `id` null. `preview` shows to administrators what changed rules would do. With `show`, `data` has changes.',
  ...shownObject(
    {
      status: { const: 0 },
      data: listOf({ anyOf: [schemaRef('ShownChange'), open, whole] }),
      dryRun: { const: true },
      total: count,
      created: { ...count, description: 'With `show`: how many records would be created.' },
      changed: { ...count, description: 'With `show`: how many records would change.' },
      same: { ...count, description: 'With `show`: how many records have the values already.' },
      outcomes: listOf(schemaRef('Outcome')),
      also: schemaRef('Also'),
      missing: open,
      members: open,
      merged: anything,
      preview: listOf(schemaRef('Preview')),
    },
    ['status', 'data', 'dryRun'],
  ),
}

const merged: Schema = {
  description: 'Your change was put onto a newer version.',
  ...shownObject(
    {
      base: count,
      onto: count,
      fields: names,
      members: listOf(shownObject({ model: text, id: whole, base: count, onto: count, fields: names })),
      kept: { type: 'object', additionalProperties: listOf(whole) },
    },
    ['base', 'onto', 'fields'],
  ),
}

/** The members of answers next to `data`: the same for all models. */
export const envelopeSchemas: Readonly<Record<string, Schema>> = {
  Answer: sharedEnvelope({
    may: schemaRef('May'),
    merged: schemaRef('Merged'),
    outcomes: listOf(schemaRef('Outcome'), { description: 'Of an upsert.' }),
    missing: schemaRef('Missing'),
    members: schemaRef('RestoredMembers'),
    also: schemaRef('Also'),
    changeSet: schemaRef('ChangeSet'),
    changes: schemaRef('Changes'),
  }),
  DryRun: dryRun,
  Merged: merged,
  Page: sharedEnvelope(
    {
      offset: count,
      total: schemaRef('Total'),
      next: schemaRef('Next'),
      may: schemaRef('MayOfPage'),
      changes: schemaRef('Changes'),
    },
    ['offset'],
  ),
}
