import type { Selectable } from 'kysely'
import type { Processor } from '../../schema.ts'

export type SecondCredential = Pick<
  Selectable<Processor>,
  'account' | 'second_credential' | 'second_account' | 'second_test_problem' | 'second_origin'
>

/**
 * True when a notification that is signed with the second credential is the gateway's. Whoever invents a credential could
 * otherwise report payments: a test shows that the gateway knows it, but not that every value of it is the gateway's.
 */
export function secondProves(row: SecondCredential): boolean {
  if (row.second_credential === null) return false
  return row.second_origin === 'used' || (row.second_origin === 'staff' && opensSameAccount(row))
}

const opensSameAccount = ({ account, second_account, second_test_problem }: SecondCredential): boolean =>
  second_account !== null && second_account === account && second_test_problem === null
