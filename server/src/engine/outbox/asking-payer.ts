import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'
import type { Payer } from '../../processors/gateway.ts'

type Typed = Pick<Payer, 'iban' | 'blik_code'>

/** A payer as a job keeps him before its first try. What he typed is sealed, at the place that it names. */
export interface AskingPayer extends Omit<Payer, keyof Typed> {
  typed?: { record: string; sealed: string }
}

interface Place {
  merchant: string
  record: string
}

/** `record`: an id that nobody else's typing has. */
export function sealPayer(masterKey: string, { merchant, record }: Place, payer: Payer): AskingPayer {
  const { iban, blik_code, ...rest } = payer
  if (iban === undefined && blik_code === undefined) return rest
  const typed = { ...(iban && { iban }), ...(blik_code && { blik_code }) }
  const sealed = sealCredential(masterKey, { merchant, record }, typed).toString('base64')
  return { ...rest, typed: { record, sealed } }
}

/** What cannot be opened any more is left out: the gateway then has no order, and nothing is debited. */
export function openPayer(masterKey: string, merchant: string, { typed, ...payer }: AskingPayer): Payer {
  if (!typed) return payer
  try {
    const opened: Typed = openCredential(
      masterKey,
      { merchant, record: typed.record },
      Buffer.from(typed.sealed, 'base64'),
    )
    return { ...payer, ...opened }
  } catch {
    return payer
  }
}
