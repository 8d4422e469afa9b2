import type { SignOnProblem } from '@kontor/contract/identity/sign-on/sign-on.rules'

/** The sign-in at an issuer ends here without a session. */
export class NotSignedOn extends Error {
  override name = 'NotSignedOn'
  readonly problem: SignOnProblem
  readonly user: { id: string } | undefined
  constructor(problem: SignOnProblem, user?: { id: string }, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
    this.user = user
  }
}
