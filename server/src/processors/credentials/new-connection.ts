import type { ReadBody } from '@kontor/contract/endpoint'
import type { createProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf, newId } from '../../platform/db/ids.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { urlOf } from '../gateways.ts'
import type { CredentialField, Manifest } from '../manifest.ts'
import { requireProcessorUser } from '../users/require-processor-user.ts'
import { credentialValues, mayLackValues, missingIn } from './credential-values.ts'

type Form = Omit<ReadBody<typeof createProcessorEndpoint>, 'payment_product' | 'type' | 'notification_url'>

interface Opened {
  manifest: Manifest
  fields: readonly CredentialField[]
  /** The id that its address for notifications has already. */
  reserved?: string | undefined
}

export interface House {
  readonly masterKey: string
  /** Undefined: no sandbox processor runs beside this server. */
  readonly sandboxUrl: string | undefined
}

/** The columns that a processor and a processor settlement share, from the form that both have, with the credential sealed. It is active when no value is missing. */
export async function newConnection(
  trx: Trx,
  actor: Actor,
  { name, description, organisation, user, gateway, mode, details }: Form,
  { manifest, fields, reserved }: Opened,
  now: Date,
  { masterKey, sandboxUrl }: House,
) {
  const owner = await visibleOrganisation(trx, actor, organisation)
  const url = urlOf(manifest, mode, sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  await requireProcessorUser(trx, owner, user)
  const values = credentialValues(fields, { mode, details, mayLack: mayLackValues(actor) })
  const { id, created_at } =
    reserved === undefined ? newId(now) : { id: reserved, created_at: instantOf(reserved) ?? now.toISOString() }
  return {
    ...{ merchant_id: owner.merchant, id, created_at, organisation_id: owner.id, user_id: user },
    ...{ name, description, gateway, mode, url },
    active: missingIn(fields, mode, values).length === 0,
    credential: sealCredential(masterKey, { merchant: owner.merchant, record: id }, values),
  }
}
