import { installedModules, type Module } from '@kontor/contract/modules'

const minute_ms = 60_000

/** So many tries in a time window; the last one starts the wait again. */
export interface Limit {
  readonly tries: number
  readonly window_ms: number
}

export interface SignInSettings {
  readonly idle_ms: number
  readonly mfaCode_ms: number
  readonly breachedPasswordsUrl: string | undefined
  /** The parts of the installation; the session tells the screens. */
  readonly modules: readonly Module[]
  readonly limits: {
    /** For one account from one network: reached before the account is locked for everybody. */
    readonly accountNetwork: Limit
    readonly account: Limit
    /** For one account on a remembered device, independent of what others do. */
    readonly accountDevice: Limit
    readonly network: Limit
    /** Questions of one network how people of a mail domain sign in. */
    readonly ways: Limit
    /** For one network within seconds. It is below the limit for everyone, so that no network alone reaches that limit. */
    readonly networkBurst: Limit
    readonly everyone: Limit
    readonly mfa: Limit
    readonly mfaMail: Limit
    readonly forgot: Limit
    readonly passwordAgain: Limit
  }
}

// Specification 000, section 9: 30 minutes without activity, a mailed code is valid for 30 minutes.
// PCI DSS 8.3.4: at most 10 tries, then 30 minutes.
export const signInDefaults: SignInSettings = {
  idle_ms: 30 * minute_ms,
  mfaCode_ms: 30 * minute_ms,
  breachedPasswordsUrl: undefined,
  modules: [],
  limits: {
    accountNetwork: { tries: 5, window_ms: 30 * minute_ms },
    account: { tries: 10, window_ms: 30 * minute_ms },
    accountDevice: { tries: 10, window_ms: 30 * minute_ms },
    network: { tries: 100, window_ms: 15 * minute_ms },
    ways: { tries: 300, window_ms: 15 * minute_ms },
    networkBurst: { tries: 25, window_ms: 10_000 },
    // Only failures stay counted. The number is how many may fail before hashing takes the processor from everything
    // else.
    everyone: { tries: 100, window_ms: 10_000 },
    mfa: { tries: 10, window_ms: 30 * minute_ms },
    mfaMail: { tries: 10, window_ms: 30 * minute_ms },
    forgot: { tries: 5, window_ms: 60 * minute_ms },
    passwordAgain: { tries: 10, window_ms: 30 * minute_ms },
  },
}

export type SignInOptions = Partial<Omit<SignInSettings, 'limits'>> & { limits?: Partial<SignInSettings['limits']> }

export const signInSettings = (given: SignInOptions = {}): SignInSettings => ({
  ...signInDefaults,
  ...given,
  modules: installedModules(given.modules ?? signInDefaults.modules),
  limits: { ...signInDefaults.limits, ...given.limits },
})
