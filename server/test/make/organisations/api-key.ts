import type { Role } from '@kontor/contract/roles'
import type { Insertable } from 'kysely'
import { issueApiKey } from '../../../src/identity/access/api-keys.ts'
import { hashOf } from '../../../src/identity/access/secrets.ts'
import type { ApiKey } from '../../../src/schema.ts'
import type { Making } from '../making.ts'

type Given = Partial<Pick<Insertable<ApiKey>, 'name' | 'expires_at' | 'last_used_at' | 'revoked_at'>>

export const apiKey = (
  { db, next }: Making,
  merchant: string,
  roles: Role[] = ['USER_ALL'],
  organisation = merchant,
  given: Given = {},
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const secret = await issueApiKey(trx, { merchant, organisation, name: `key ${next()}`, roles }, new Date())
    if (Object.keys(given).length > 0)
      await trx.updateTable('api_key').set(given).where('secret_hash', '=', hashOf(secret)).execute()
    return secret
  })
