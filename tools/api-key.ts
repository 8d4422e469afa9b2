// `npm run api-key -- --user owner@bloom.example --name "web shop"`: makes a key for a program, with all or some of a
// user's roles.
import { parseArgs } from 'node:util'
import { type Role, roleNamed } from '@kontor/contract/roles'
import { issueApiKey } from '../server/src/identity/access/api-keys.ts'
import { actAs, type Databases, openDatabases } from '../server/src/platform/db/database.ts'
import { StartProblem } from './database/data-lock.ts'
import { reachDatabase } from './database/reach-database.ts'
import { said } from './run/problem.ts'
import { readSettings } from './run/settings.ts'

const usage = 'npm run api-key -- --user <e-mail of a merchant’s user> --name <what it is for> [--roles A,B]'

try {
  await run()
} catch (error) {
  console.error(said(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      name: { type: 'string' },
      roles: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  if (!values.user || !values.name) throw new StartProblem(usage)
  const database = await reachDatabase(readSettings())
  const databases = openDatabases(database, () => {}, { merchant: 1, provider: 1 })
  try {
    const secret = await makeKey(databases, values.user, values.name, values.roles)
    console.log(`${secret}\nIt is shown this once. Use it as:  Authorization: Bearer ${secret}`)
  } finally {
    await databases.close()
    await database.stop()
  }
}

async function makeKey(databases: Databases, email: string, name: string, names: string | undefined): Promise<string> {
  return databases.provider.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('platform_user')
      .select(['id', 'merchant_id', 'organisation_id'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .where('active', '=', true)
      .executeTakeFirst()
    if (!user) throw new StartProblem(`There is no user ${email}.`)
    if (!user.merchant_id || !user.organisation_id)
      throw new StartProblem('A key belongs to a merchant: name one of its users.')
    const held = (await trx.selectFrom('role_grant').select('role').where('user_id', '=', user.id).execute()).map(
      ({ role }) => role,
    )
    const roles = names === undefined ? rolesNamed(held) : chosen(names, held)
    await actAs(trx, { kind: 'system', id: null, name: 'npm run api-key' })
    return issueApiKey(trx, { merchant: user.merchant_id, organisation: user.organisation_id, name, roles }, new Date())
  })
}

/** A key never has more rights than its user. */
function chosen(names: string, held: readonly string[]): Role[] {
  const roles = rolesNamed(names.split(','))
  const lacking = held.includes('USER_ALL') ? [] : roles.filter((role) => !held.includes(role))
  if (roles.length !== names.split(',').length) throw new StartProblem(`Unknown role in ${names}.`)
  if (lacking.length > 0) throw new StartProblem(`The user does not have ${lacking.join(', ')}.`)
  return roles
}

const rolesNamed = (names: readonly string[]): Role[] =>
  names.map((name) => roleNamed(name.trim())).filter((role) => role !== undefined)
