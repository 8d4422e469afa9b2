import { StartProblem } from './start-problem.ts'

/** An error of the database server or of the connection to it as one line; every other error unchanged. */
export function inPlainWords(error: unknown, databaseUrl: string | undefined, variable = 'DATABASE_URL'): unknown {
  if (!databaseUrl || !(error instanceof Error) || error instanceof StartProblem) return error
  const code = 'code' in error ? String(error.code) : ''
  const say = explanations[code]
  return say ? new StartProblem(`${variable}: ${say(new URL(databaseUrl))} (${error.message || code})`) : error
}

const rights = (url: URL) =>
  `the account "${url.username}" lacks a right. It needs CREATEROLE and to own the database, and CREATEDB where the database or the sandbox's is still to be made`
const access = (url: URL) => `the account "${url.username}" may not sign in`
const away = (url: URL) => `nothing answers at ${url.host}`
const distrusted = (url: URL) =>
  `the certificate of ${url.host} is not trusted. Add sslmode=verify-full and sslrootcert=/path/of/ca.pem to the address`

const explanations: Record<string, (url: URL) => string> = {
  '42501': rights,
  '0LP01': rights,
  '28P01': access,
  '28000': access,
  '3D000': (url) => `there is no database "${decodeURIComponent(url.pathname.slice(1)) || 'postgres'}"`,
  '53300': () => 'the server has no connection left',
  ECONNREFUSED: away,
  ENOTFOUND: away,
  EAI_AGAIN: away,
  EHOSTUNREACH: away,
  ETIMEDOUT: away,
  SELF_SIGNED_CERT_IN_CHAIN: distrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: distrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: distrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: distrusted,
  CERT_HAS_EXPIRED: distrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: (url) => `the certificate at ${url.host} is for another name`,
}
