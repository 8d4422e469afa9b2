import { StartProblem } from '../../server/src/start-problem.ts'
import { databaseName } from './databases.ts'

/** An error of the database server or of the connection to it as one line; every other error unchanged. */
export function inPlainWords(error: unknown, databaseUrl: string | undefined): unknown {
  if (!databaseUrl || !(error instanceof Error) || error instanceof StartProblem) return error
  const code = 'code' in error ? String(error.code) : ''
  const say = explanations[code]
  return say ? new StartProblem(`DATABASE_URL: ${say(new URL(databaseUrl))} (${error.message || code})`) : error
}

const rights = (url: URL) =>
  `the account "${url.username}" lacks a right. It needs CREATEROLE and to own the database, and CREATEDB where the database or the sandbox's is still to be made`
const access = (url: URL) => `the account "${url.username}" may not sign in`
const away = (url: URL) => `nothing answers at ${url.host}`

const explanations: Record<string, (url: URL) => string> = {
  '42501': rights,
  '0LP01': rights,
  '28P01': access,
  '28000': access,
  '3D000': (url) => `there is no database "${databaseName(url.href)}"`,
  '53300': () => 'the server has no connection left',
  ECONNREFUSED: away,
  ENOTFOUND: away,
  EAI_AGAIN: away,
  EHOSTUNREACH: away,
  ETIMEDOUT: away,
}
