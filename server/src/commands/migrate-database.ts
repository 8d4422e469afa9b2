import { z } from 'zod'
import { firstUserLink } from '../identity/sign-in/first-user.ts'
import { migrate } from '../migrate.ts'
import { newestMigration } from '../migration-files.ts'
import { inPlainWords } from '../plain-words.ts'
import { masterKeyText, readBy } from '../settings.ts'

const settings = z.object({
  /** The account that owns the database and may create roles. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  KONTOR_MASTER_KEY: masterKeyText,
  KONTOR_PUBLIC_URL: z.url().default('http://localhost:4000'),
})

/** Brings the tables up to date, and prints the link for the first user while there is none. */
export async function migrateDatabase(env: NodeJS.ProcessEnv): Promise<number> {
  const { DATABASE_URL: adminUrl, KONTOR_MASTER_KEY: masterKey, KONTOR_PUBLIC_URL } = readBy(settings, env)
  const publicUrl = KONTOR_PUBLIC_URL.replace(/\/$/, '')
  try {
    await migrate({ adminUrl, masterKey })
    console.log(`The tables are those of ${await newestMigration()}.`)
    const link = await firstUserLink({ adminUrl, publicUrl })
    if (link) console.log(`The first user sets up an account here, once, within 24 hours: ${link}`)
    return 0
  } catch (error) {
    throw inPlainWords(error, adminUrl)
  }
}
