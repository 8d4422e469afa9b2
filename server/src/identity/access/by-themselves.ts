import type { Trx } from '../../platform/db/database.ts'
import { inCommand } from '../../platform/db/in-command.ts'
import type { Caller } from './caller.ts'
import type { Desk } from './desk.ts'
import type { Person } from './person.ts'

/** Runs a transaction in which people change their own data, with a session or before there is one. */
export const byThemselves = <T>(
  { databases }: Desk,
  { id, name, merchant_id }: Pick<Person, 'id' | 'name' | 'merchant_id'>,
  { ip }: Pick<Caller, 'ip'>,
  command: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  inCommand(
    databases,
    { kind: 'user', id, name, psp: merchant_id === null, roles: [], scope: { merchant: null }, time_zone: 'UTC' },
    work,
    { doing: { command, from: ip } },
  )
