/**
 * What chose the processor of a payment. `tree`: a routing. `position`: the order of the payment profile. `keeper`: the
 * processor keeps the stored card or agreement. `fallback`: the one that the routing chose cannot be used, so the order
 * of the profile did. `blocked`: a ruleset blocked the payment, which has no processor.
 */
export const decisionWays = ['tree', 'position', 'keeper', 'fallback', 'blocked'] as const
export type DecisionWay = (typeof decisionWays)[number]

/**
 * Why brand and BIN of a new card were not known. `no_answer`: its gateway failed or took too long. `not_known`: it knows no
 * such card. `not_asked`: it had failed too often shortly before.
 */
export const cardProblems = ['no_answer', 'not_known', 'not_asked'] as const
export type CardProblem = (typeof cardProblems)[number]

/** The number of days, including today, of figures about decisions. */
export const recentDays = 28

export const rulesetActions = ['tag', 'block', '3dSecure'] as const
export type RulesetAction = (typeof rulesetActions)[number]

/**
 * What became of a payment at a processor that was asked. `APPROVED`: the money is or was held or taken. `REFUSED`: the processor
 * did not carry the payment out.
 */
export const attemptStates = ['OPEN', 'APPROVED', 'DECLINED', 'REFUSED', 'CANCELLED'] as const
export type AttemptState = (typeof attemptStates)[number]
