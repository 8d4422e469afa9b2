import { closeDays } from '../../ledger/closing/close-days.ts'
import { openWhole } from '../../ledger/opening.ts'
import { addresses } from '../../migrate.ts'
import { type Databases, openDatabases } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { atOnce } from '../connections.ts'

interface Place {
  adminUrl: string
  masterKey: string
}

/**
 * Books the history that is loaded, with the prices that are loaded, and closes its days through yesterday. `onClosed` is called
 * for each month or part of a month that is closed, in their order.
 */
export async function addLedger(
  { adminUrl, masterKey }: Place,
  onClosed: (databases: Databases, days: Days) => Promise<void> = async () => {},
): Promise<void> {
  const databases = openDatabases(addresses(adminUrl, masterKey), () => {}, { merchant: 1, provider: atOnce })
  try {
    await openWhole(databases.provider)
    await closeDays(databases.provider, { onClosed: (days) => onClosed(databases, days) })
  } finally {
    await databases.close()
  }
}
