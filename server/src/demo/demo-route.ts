import { demoEndpoint } from '@kontor/contract/identity/demo.endpoints'
import { type Demo, demoSchemas } from '@kontor/contract/identity/demo.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { IdentityServices } from '../identity/access/doors.ts'
import type { Reader } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { isDemo } from '../platform/mail/outbox.ts'
import { demoTotpSecret, signInSituations } from './sign-in/sign-in-situations.ts'
import { demoPassword, demoUsers } from './users.ts'

interface Surroundings {
  publicUrl: string
  /** False when there is a mail server: then no mail is caught. */
  isCatching: boolean
  sandboxUrl: string | undefined
}

/** `GET /v1/auth/demo`: who can sign in to a demo. Nothing of it is answered on an installation that is no demo. */
export function demoRoute(app: FastifyInstance, services: IdentityServices, around: Surroundings): void {
  const db = services.databases.provider
  route(app, services, demoEndpoint, demoSchemas, async () => {
    if (!(await isDemo(db))) throw new Refusal('not_found')
    return {
      password: demoPassword,
      people: await peopleOf(db),
      mails: around.isCatching ? '/demo-mail' : null,
      sandbox: reachableSandbox(around),
    }
  })
}

/** The people of the demo who are still there, in the order of the demo. */
async function peopleOf(db: Reader): Promise<Demo['people']> {
  const people = [...demoUsers, ...signInSituations]
  const rows = await db
    .selectFrom('platform_user')
    .select(['email', 'name'])
    .where(
      'email',
      'in',
      people.map(({ email }) => email),
    )
    .execute()
  const names = new Map(rows.map(({ email, name }) => [email, name]))
  return people.flatMap(({ key, email }) => {
    const name = names.get(email)
    const secret = key === 'authenticator' ? { totp_secret: demoTotpSecret } : {}
    return name === undefined ? [] : [{ key, email, name, ...secret }]
  })
}

/** The sandbox listens on this machine only: a link to it leads somewhere when the back office is opened here too. */
function reachableSandbox({ publicUrl, sandboxUrl }: Surroundings): string | null {
  const { hostname } = new URL(publicUrl)
  if (!sandboxUrl || !['localhost', '127.0.0.1'].includes(hostname)) return null
  return `http://localhost:${new URL(sandboxUrl).port}`
}
