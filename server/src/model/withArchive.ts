import type { Author, FieldDeclarations } from './declare.ts'
import type { FieldDeclaration, Targeting } from './field/declaration.ts'

/** What `archive: true` adds to the fields of a model. */
type ArchiveDeclarations = {
  readonly archivedOn: FieldDeclaration<string, false, true, 'dateTime'>
  readonly archivedBy: FieldDeclaration<Author, false, false, 'reference'> & Targeting<'tabularium.User'>
}

/** The fields of a model for the compiler: loading adds those of an archive. */
export type WithArchive<Fields extends FieldDeclarations, Archive> = [Archive] extends [never]
  ? Fields
  : Fields & ArchiveDeclarations
