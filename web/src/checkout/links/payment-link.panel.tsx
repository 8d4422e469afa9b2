import { createPaymentLinkEndpoint, expirePaymentLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { expirePaymentLinkSchemas } from '@kontor/contract/checkout/link.schemas'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { IconClockOff, IconCopyPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { PersonName } from '../../platform/value/person-name.tsx'
import { useReason } from '../../platform/value/reason.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ConfirmAction, LinkActions, useWhyNotEnd } from './link-actions.tsx'
import { LinkAddress } from './link-address.tsx'
import { useLinkAmount } from './link-amount.tsx'
import { linkRelations, type PaymentLinkRow } from './link-kind.ts'
import { LinkTabs } from './link-tabs.tsx'
import { PaymentLinkForm } from './payment-link.form.tsx'
import { useFollowedLink } from './use-followed-link.ts'

export default function PaymentLinkPanel({ id }: { id: string }) {
  const amountOf = useLinkAmount()
  const { data, error, refetch } = useRow<typeof paymentLink, PaymentLinkRow>(paymentLink, id, {
    populate: linkRelations,
  })
  useFollowedLink(data)
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <TitledHead
        isLarge
        title={amountOf(data)}
        tags={<StatusTag status={data.status} />}
        actions={<Actions link={data} />}
      >
        <Instant value={data.created_at} />
      </TitledHead>
      <LinkTabs entity={paymentLink} id={id} payer={data.customer} details={() => <Details link={data} />} />
    </>
  )
}

function Actions({ link }: { link: PaymentLinkRow }) {
  const { open } = useListAddress()
  const { t } = useTranslation()
  const whyNotEnd = useWhyNotEnd()
  const [isCloning, setCloning] = useState(useHasDraft(draftName(createPaymentLinkEndpoint, link.id)))
  return (
    <LinkActions entity={paymentLink} link={link}>
      <IfMay do={createPaymentLinkEndpoint}>
        <ActionButton icon={IconCopyPlus} label={t('links.clone')} onClick={() => setCloning(true)} />
        <PaymentLinkForm opened={isCloning} onClose={() => setCloning(false)} onCreated={open} like={link} />
      </IfMay>
      <ConfirmAction
        endpoint={expirePaymentLinkEndpoint}
        body={expirePaymentLinkSchemas.body}
        link={link}
        name="expire"
        icon={IconClockOff}
        reason={whyNotEnd(link)}
      />
    </LinkActions>
  )
}

function Details({ link }: { link: PaymentLinkRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const reasonOf = useReason()
  const label = (name: keyof PaymentLinkRow & string) => labels.field(paymentLink, name)
  const uses = link.max_uses === null ? String(link.uses) : t('links.uses_of', { uses: link.uses, most: link.max_uses })
  return (
    <FieldList
      fields={[
        [t('links.address'), link.active && <LinkAddress key="address" entity={paymentLink} id={link.id} />],
        [label('description'), link.description],
        [label('status_reason'), link.status_reason && reasonOf(link.status_reason)],
        [label('last_status_update'), <Instant key="at" value={link.last_status_update} />],
        [label('expires_at'), link.expires_at && <Instant key="until" value={link.expires_at} />],
        [label('reusable'), labels.value('reusable', paymentLink.fields.reusable, String(link.reusable))],
        [label('uses'), uses],
        [label('attempts'), String(link.attempts)],
        [
          label('payment_products'),
          link.payment_products.map((product) => labels.value('payment_product', undefined, product)).join(', ') ||
            t('links.all_products'),
        ],
        [label('customer_name'), link.customer_name],
        [label('language'), labels.value('language', undefined, link.language)],
        [label('email_address'), link.email_address],
        [label('mails_sent'), String(link.mails_sent)],
        [label('last_mailed_at'), link.last_mailed_at && <Instant key="mailed" value={link.last_mailed_at} />],
        [label('redirect_url'), link.redirect_url],
        [label('webhook_url'), link.webhook_url],
        [label('payment_profile'), <RelatedName key="profile" of={link.payment_profile} />],
        [label('checkout'), link.checkout && <RelatedName key="design" of={link.checkout} />],
        [label('organisation'), <RelatedName key="organisation" of={link.organisation} />],
        [label('created_by'), link.created_by && <PersonName key="created_by" name={link.created_by} />],
        [label('id'), <ShortId key="id" value={link.id} />],
      ]}
    />
  )
}
