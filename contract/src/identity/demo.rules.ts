/** The people of the demo. Each has a text of what can be tried with them. */
export const demoPeople = [
  'provider',
  'support',
  'owner',
  'cashier',
  'other_owner',
  'mail_code',
  'authenticator',
  'set_up',
  'locked',
  'disabled',
] as const
export type DemoPersonKey = (typeof demoPeople)[number]

/** Those whom a sign-in asks for more than a password, or refuses. */
export const signInSituationKeys: readonly DemoPersonKey[] = [
  'mail_code',
  'authenticator',
  'set_up',
  'locked',
  'disabled',
]
