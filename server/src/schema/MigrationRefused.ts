/** The schema was not changed, or not to the end. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
