import { sharesTokens } from './gateways.ts'

/**
 * A word that processors have in common which know each other's tokens: those of one account of a gateway, and at some gateways
 * those of every account. Null: the processor's tokens are its own.
 */
export function vaultOf({ gateway, account }: { gateway: string; account: string | null }): string | null {
  if (sharesTokens(gateway)) return gateway
  return account === null ? null : `${gateway}/${account}`
}
