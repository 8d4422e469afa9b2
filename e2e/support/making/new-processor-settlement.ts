import { randomUUID } from 'node:crypto'
import { addresses } from '../../../server/src/migrate.ts'
import { openDatabases } from '../../../server/src/platform/db/database.ts'
import { makers } from '../../../server/test/make.ts'

/** A processor settlement of the sandbox whose files people hand in. */
export async function newProcessorSettlement(merchant: string, name: string): Promise<string> {
  const {
    KONTOR_E2E_SANDBOX_URL: processorUrl = '',
    KONTOR_E2E_DATABASE_URL: adminUrl = '',
    KONTOR_E2E_MASTER_KEY: masterKey = '',
  } = process.env
  const databases = openDatabases(addresses(adminUrl, masterKey), () => {}, { merchant: 1, provider: 1 })
  const credential = { api_key: 'of-nobody', notification_secret: `whsec_${btoa('of nobody at all')}` }
  try {
    const make = makers(databases, { masterKey, processorUrl, credential })
    const { id: user } = await make.user({ merchant, email: `${randomUUID()}@test.example` })
    return await make.processorSettlement(merchant, { name, user })
  } finally {
    await databases.close()
  }
}
