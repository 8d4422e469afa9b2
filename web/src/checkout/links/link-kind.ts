import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import type { CheckoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { cardAddLinkAddressEndpoint, paymentLinkAddressEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import type { Related } from '../../platform/api/related.ts'
import { notify } from '../../platform/notify.ts'

type LinkRelations = {
  payment_profile: Related<PaymentProfile>
  checkout: Related<CheckoutDesign> | null
  organisation: Related<Organisation>
}
export type PaymentLinkRow = Populated<typeof paymentLink, LinkRelations>
export type CardAddLinkRow = Populated<typeof cardAddLink, LinkRelations>
export const linkRelations = ['payment_profile', 'checkout', 'organisation'] as const

/** The fields that both kinds of links share. */
export interface AnyLink {
  id: string
  active: boolean
  merchant_reference: string
  customer: string | null
  email_address: string | null
}

export type LinkEntity = typeof paymentLink | typeof cardAddLink

/**
 * The endpoint of a link's address. The address is a secret, so lists do not have it; it is read when somebody wants
 * it.
 */
export const addressEndpointOf = (entity: LinkEntity) =>
  entity === cardAddLink ? cardAddLinkAddressEndpoint : paymentLinkAddressEndpoint

export function useCopyLink(entity: LinkEntity) {
  const { t } = useTranslation()
  return async (id: string): Promise<void> => {
    try {
      const { url } = await call(addressEndpointOf(entity), { params: { id } })
      await navigator.clipboard.writeText(url)
      notify({ color: 'green', message: t('links.copied') })
    } catch {
      notify({ color: 'red', message: t('links.not_copied') })
    }
  }
}
