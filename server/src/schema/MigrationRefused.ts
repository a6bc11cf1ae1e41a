/** The migration was not started, or stopped at a step. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
