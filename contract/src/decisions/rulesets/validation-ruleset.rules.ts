import type { Query } from '../../lists/query-string.ts'
import { openStatuses } from '../../payments/transaction.rules.ts'
import { allOf, anyOf, either, type Requirement } from '../../roles.ts'
import type { Condition } from '../conditions/condition.rules.ts'
import { isObject } from '../conditions/is-object.ts'

/** The most rules of one ruleset. A payment is hit when all of them hold. */
export const mostRules = 50

/** After a mail about hits, the next one waits as long, and counts them. */
export const mailPause_min = 10

/** The most values of one ruleset, over all its rules: a rule with one value counts as one. */
export const mostValuesOfRuleset = 1_000

/** The most rulesets of a merchant, and the most rows of a list without a limit. */
export const mostRulesets = 2_000

/** The most rulesets with which one is compared while it is written. */
export const mostChecked = 200

/**
 * The most of a merchant's active rulesets together: each payment asks them, and its decision takes at most a fifth of a
 * millisecond (docs/adr/0126).
 */
export const mostActive = { rulesets: 100, rules: 2_000, values: 20_000 } as const

/** Who changes rulesets needs a role for tags beside that of the change, as for the list (001 section 6). */
const mayDo = (verb: 'CREATE' | 'UPDATE' | 'DELETE'): Requirement =>
  either(
    anyOf('USER_ALL', 'PSP_ALL'),
    allOf('TAG_ALL', 'VALIDATION_RULESET_ALL'),
    allOf('TAG_ALL', `VALIDATION_RULESET_${verb}`),
    allOf('TAG_LIST', `VALIDATION_RULESET_${verb}`),
  )
export const changeRulesetRoles = { create: mayDo('CREATE'), update: mayDo('UPDATE'), delete: mayDo('DELETE') }

/** A rule as it is typed. An amount without a value stands for any amount. */
export type TypedRule = Omit<Condition, 'value'> & { readonly value: Condition['value'] | null }

/** True: the rule asks nothing of a payment, and is not kept. */
export const asksNothing = (rule: unknown): boolean =>
  isObject(rule) && rule['name'] === 'amount' && (rule['value'] === null || rule['value'] === '')

/** The number of values of some rules. */
export const valuesOf = (rules: readonly { value: unknown }[]): number =>
  rules.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)

const demanded = { three_d_secure_demand: 'required', blocked: 'false' } as const

/** The filters of the list of payments that hold each figure of 3-D Secure, beside those of its ruleset and its days. */
export const threeDSecureFilters = {
  impossible: { three_d_secure_demand: 'impossible', blocked: 'false' },
  blocked: { blocked: 'true' },
  asked: demanded,
  authenticated: { ...demanded, 'three_d_secure[]': ['AUTHENTICATED', 'ATTEMPTED'] },
  challenged: { ...demanded, challenged: 'true' },
  failed: { ...demanded, status_reason: 'authentication_failed' },
  abandoned: { ...demanded, challenged: 'true', status: 'ABANDONED' },
  not_honoured: { three_d_secure: 'NOT_HONOURED' },
  approved: { ...demanded, was_approved: 'true' },
  open: { ...demanded, 'status[]': [...openStatuses] },
} as const satisfies Readonly<Record<string, Query>>
