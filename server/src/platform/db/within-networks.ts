import { isIP } from 'node:net'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The condition that an address is in one of the networks; without networks, every address is. */
export const withinNetworks = (ip: string, networks: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  isWithin(sql`${plainAddress(ip)}`, networks)

/** The same of plain addresses in SQL. */
export const isWithin = (address: RawBuilder<unknown>, networks: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(${networks} is null or ${address}::inet <<= any(${networks}), false)`

/** A version 4 address in version 6 form, as a plain version 4 address. Null for what is no address. */
export function plainAddress(ip: string): string | null {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')
  return isIP(plain) === 0 ? null : plain
}
