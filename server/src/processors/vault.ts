import { sharesTokens } from './gateways.ts'

export interface Keeping {
  gateway: string
  account: string | null
}

/**
 * The vault of a processor's tokens. Processors of one account of a gateway know each other's tokens, and at some gateways those of
 * every account do. Null: its tokens are its own.
 */
export function vaultOf({ gateway, account }: Keeping): string | null {
  if (sharesTokens(gateway)) return gateway
  return account === null ? null : `${gateway}/${account}`
}
