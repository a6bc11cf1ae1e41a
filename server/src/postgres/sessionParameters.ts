/**
 * The settings of every session of a request. A generic plan does not know its limits and looks dear on a large table:
 * compiling it would take longer than running it.
 */
export function sessionParameters(statementTimeout: number): Record<string, string | number> {
  return {
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    statement_timeout: statementTimeout,
    lock_timeout: Math.ceil(statementTimeout * 0.6),
  }
}
