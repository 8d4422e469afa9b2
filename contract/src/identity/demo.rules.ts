/** The people of the demo. Each has a text of what can be tried with them. */
export const demoPeople = [
  'provider',
  'support',
  'owner',
  'cashier',
  'other_owner',
  'finance',
  'mail_code',
  'authenticator',
  'set_up',
  'locked',
  'disabled',
] as const
export type DemoPersonKey = (typeof demoPeople)[number]

/** People whose sign-in needs more than a password, or is refused. */
export const signInSituationKeys: readonly DemoPersonKey[] = [
  'mail_code',
  'authenticator',
  'set_up',
  'locked',
  'disabled',
]
