import { sharesTokens } from './gateways.ts'

export interface Keeping {
  gateway: string
  account: string | null
  /** live or test. */
  mode: string
}

/**
 * The vault of a processor's tokens. Processors of one account of a gateway know each other's tokens, and at some gateways those of
 * every account do; a token of test mode is unknown in live mode. Null: its tokens are its own.
 */
export function vaultOf({ gateway, account, mode }: Keeping): string | null {
  if (sharesTokens(gateway)) return `${mode}/${gateway}`
  return account === null ? null : `${mode}/${gateway}/${account}`
}
