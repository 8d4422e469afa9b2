interface Logged {
  [name: string]: unknown
  type: string
  message: string
  stack: string
}

/**
 * An error as the log has it. What the database says beside its message is left out: of a row that breaks a rule it names all values.
 */
export function loggedError(error: unknown): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { detail: _, where: __, internalQuery: ___, cause, ...said } = error as Error & Record<string, unknown>
  return { ...said, type: error.constructor.name, message: error.message, stack: stackOf(error) }
}

/** With those of its causes. */
function stackOf(error: Error, depth = 0): string {
  const own = error.stack ?? error.message
  return error.cause instanceof Error && depth < 5 ? `${own}\ncaused by: ${stackOf(error.cause, depth + 1)}` : own
}
