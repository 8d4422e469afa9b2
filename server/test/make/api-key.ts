import type { Role } from '@kontor/contract/roles'
import { issueApiKey } from '../../src/identity/access/api-keys.ts'
import type { Making } from './making.ts'

export const apiKey = (
  { db, next }: Making,
  merchant: string,
  roles: Role[] = ['USER_ALL'],
  organisation = merchant,
): Promise<string> =>
  db
    .transaction()
    .execute((trx) => issueApiKey(trx, { merchant, organisation, name: `key ${next()}`, roles }, new Date()))
