/** Suites that send statements in every way there is: payments, jobs, lists, files, signing in, roll-ups, the ledger, imports. */
export const wideSuites = [
  'server/src/engine/',
  'server/src/payments/',
  'server/src/platform/',
  'server/src/identity/sign-in/',
  'server/src/identity/access/',
  'server/src/insights/rollups/',
  'server/src/ledger/',
  'server/src/imports/',
  'server/src/reports/reports.test.ts',
  'server/src/webhooks/',
  'server/src/background.test.ts',
  'server/src/housekeeping/',
  'server/test/everything/tenancy.test.ts',
  'server/test/everything/every-entity.test.ts',
  'server/test/payment-model.test.ts',
  'server/test/operations/working.test.ts',
]
