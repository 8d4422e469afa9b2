import type { ReportFailure } from '@kontor/contract/reports/report.rules'

/** Why no file can be made, which trying again does not change. */
export class ReportProblem extends Error {
  override name = 'ReportProblem'
  readonly failure: ReportFailure

  constructor(failure: ReportFailure) {
    super(failure)
    this.failure = failure
  }
}
