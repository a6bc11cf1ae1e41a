/**
 * A mistake in an expression. The message is a predicate, `has "&&" at character 3: write and`, to which the place of
 * use adds its subject: `the check endsLater …`.
 */
export class ExpressionMistake extends Error {
  override readonly name = 'ExpressionMistake'
}
