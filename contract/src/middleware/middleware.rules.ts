/** The kinds of services that Kontor can ask. */
export const middlewareProviders = ['http'] as const
export type MiddlewareProvider = (typeof middlewareProviders)[number]

/** When it hears of a payment: it is asked before the processor is, or told the outcome, about which it decides nothing. */
export const middlewareKinds = ['before', 'after'] as const
export type MiddlewareKind = (typeof middlewareKinds)[number]

/** How a copy of an outcome ended. `deleted`: the middleware was, before it took the copy. */
export const copyOutcomes = ['delivered', 'refused', 'given_up', 'deleted'] as const
export type CopyOutcome = (typeof copyOutcomes)[number]

/** What happens to a payment when a middleware gives no usable answer. */
export const whenSilent = ['go_on', 'refuse'] as const
export type WhenSilent = (typeof whenSilent)[number]

/** A payer waits for the answers, one after the other. */
export const timeLimit_ms = { least: 100, most: 5_000, usual: 1_000 } as const

/** So many silent calls in a row pause a middleware: nobody waits for one that is away. */
export const silentUntilPause = 5
export const pause_s = 60

/** How long the secret before signs beside a new one. */
export const secretOverlap_h = 24

/** The answers that a middleware may give. `3dSecure`: the payer has to authenticate, as a ruleset of this action demands. */
export const middlewareAnswers = ['none', 'tag', 'block', '3dSecure'] as const
export type MiddlewareAnswer = (typeof middlewareAnswers)[number]

/**
 * The decision that stands on the payment: an answer, no usable answer, or that nobody was asked because it is paused. `impossible`:
 * 3-D Secure was demanded, and there is no card, or no payer to send to the bank.
 */
export const middlewareDecisions = [...middlewareAnswers, 'impossible', 'silent', 'skipped'] as const
export type MiddlewareDecision = (typeof middlewareDecisions)[number]

/**
 * Why a middleware counts as silent. `status`: it answered with another code than 200. `too_long`: with more than it may.
 * `unreadable`: with something else than the documented answer.
 */
export const middlewareProblems = [
  'address_refused',
  'unknown_host',
  'connection_refused',
  'certificate',
  'no_answer',
  'timeout',
  'status',
  'too_long',
  'unreadable',
] as const
export type MiddlewareProblem = (typeof middlewareProblems)[number]
