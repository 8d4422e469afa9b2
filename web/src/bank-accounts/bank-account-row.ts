import type { bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Related } from '../platform/api/related.ts'

/** A bank account with its organisation, as far as the viewer may see it. */
export type BankAccountRow = Populated<typeof bankAccount, { organisation: Related<{ id: string; name: string }> }>

/** How an account is called where there is one line: `NL•• •••• 4300 · Bloom B.V.` */
export const titleOfAccount = ({ iban, holder }: { iban: string; holder: string }): string => `${iban} · ${holder}`
