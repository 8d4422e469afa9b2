import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addresses } from '../../../server/src/migrate.ts'
import { openDatabases } from '../../../server/src/platform/db/database.ts'
import { makers } from '../../../server/test/make.ts'
import { body, newReference } from '../payments.ts'
import { type NewPerson, newPerson } from './new-person.ts'

export interface NewMerchant {
  id: string
  name: string
  /** The name of its shop, which accepts cards. */
  shop: string
  owner: NewPerson
}

/** A merchant that only this test uses: it can be deactivated and get new secrets without affecting other tests. */
export async function newMerchant(api: APIRequestContext): Promise<NewMerchant> {
  const credential = { api_key: randomUUID(), notification_secret: `whsec_${btoa(randomUUID())}` }
  const {
    KONTOR_E2E_SANDBOX_URL: processorUrl = '',
    KONTOR_E2E_DATABASE_URL: adminUrl = '',
    KONTOR_E2E_MASTER_KEY: masterKey = '',
  } = process.env
  const databases = openDatabases(addresses(adminUrl, masterKey), () => {}, { merchant: 1, provider: 1 })
  const name = newReference()
  const shop = `Winkel ${name}`
  try {
    const make = makers(databases, { masterKey, processorUrl, credential })
    const { merchant, processor } = await make.merchant({ name })
    await make.profile(merchant, { name: shop, processors: [processor] })
    await body(await api.put(`${processorUrl}/v1/accounts/${name}`, { data: account(credential, merchant) }))
    return { id: merchant, name, shop, owner: await newPerson({ merchant }) }
  } finally {
    await databases.close()
  }
}

const account = (credential: object, merchant: string) => ({
  ...credential,
  notification_url: `http://localhost:${process.env.KONTOR_E2E_PORT}/v1/processornotification/${merchant}`,
})
