import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import {
  cancelCardAddLinkEndpoint,
  createCardAddLinkEndpoint,
  expireCardAddLinkEndpoint,
} from '@kontor/contract/checkout/link.endpoints'
import { cancelCardAddLinkSchemas, expireCardAddLinkSchemas } from '@kontor/contract/checkout/link.schemas'
import { revokeCardEndpoint } from '@kontor/contract/customers/card.endpoints'
import { revokeCardSchemas } from '@kontor/contract/customers/card.schemas'
import { IconBan, IconClockOff, IconCopyPlus, IconCreditCardOff } from '@tabler/icons-react'
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
import { CardAddLinkForm } from './card-add-link.form.tsx'
import { ConfirmAction, LinkActions, useWhyNotEnd } from './link-actions.tsx'
import { LinkAddress } from './link-address.tsx'
import { type CardAddLinkRow, linkRelations } from './link-kind.ts'
import { LinkTabs } from './link-tabs.tsx'
import { useFollowedLink } from './use-followed-link.ts'

export default function CardAddLinkPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow<typeof cardAddLink, CardAddLinkRow>(cardAddLink, id, {
    populate: linkRelations,
  })
  useFollowedLink(data)
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <TitledHead
        isLarge
        title={data.customer_name ?? t('customers.nameless')}
        tags={<StatusTag status={data.status} />}
        actions={<Actions link={data} />}
      >
        <Instant value={data.created_at} />
      </TitledHead>
      <LinkTabs entity={cardAddLink} id={id} payer={data.customer} details={() => <Details link={data} />} />
    </>
  )
}

function Actions({ link }: { link: CardAddLinkRow }) {
  const { open } = useListAddress()
  const { t } = useTranslation()
  const whyNotEnd = useWhyNotEnd()
  const [isCloning, setCloning] = useState(useHasDraft(draftName(createCardAddLinkEndpoint, link.id)))
  return (
    <LinkActions entity={cardAddLink} link={link}>
      <IfMay do={createCardAddLinkEndpoint}>
        <ActionButton icon={IconCopyPlus} label={t('links.clone')} onClick={() => setCloning(true)} />
        <CardAddLinkForm opened={isCloning} onClose={() => setCloning(false)} onCreated={open} like={link} />
      </IfMay>
      <ConfirmAction
        endpoint={expireCardAddLinkEndpoint}
        body={expireCardAddLinkSchemas.body}
        link={link}
        name="expire"
        icon={IconClockOff}
        reason={whyNotEnd(link)}
      />
      <ConfirmAction
        endpoint={cancelCardAddLinkEndpoint}
        body={cancelCardAddLinkSchemas.body}
        link={link}
        name="cancel"
        icon={IconBan}
        reason={whyNotEnd(link)}
      />
      {link.card && (
        <ConfirmAction
          endpoint={revokeCardEndpoint}
          body={revokeCardSchemas.body}
          link={link}
          id={link.card}
          name="revoke"
          icon={IconCreditCardOff}
          reason={link.card_revoked_at ? t('links.revoked') : undefined}
        />
      )}
    </LinkActions>
  )
}

function Details({ link }: { link: CardAddLinkRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const reasonOf = useReason()
  const label = (name: keyof CardAddLinkRow & string) => labels.field(cardAddLink, name)
  const card: [string, React.ReactNode][] = link.card
    ? [
        [label('card'), <ShortId key="card" value={link.card} />],
        [label('card_brand'), labels.value('card_brand', undefined, link.card_brand ?? '')],
        [label('card_bin'), link.card_bin],
        [label('card_last_four'), link.card_last_four],
        [label('card_expiry'), link.card_expiry],
        [
          label('card_three_d_secure'),
          link.card_three_d_secure && labels.value('card_three_d_secure', undefined, link.card_three_d_secure),
        ],
        [label('card_revoked_at'), link.card_revoked_at && <Instant key="revoked" value={link.card_revoked_at} />],
        [
          label('card_revocation'),
          link.card_revocation && labels.value('card_revocation', undefined, link.card_revocation),
        ],
      ]
    : []
  return (
    <FieldList
      fields={[
        [t('links.address'), link.active && <LinkAddress key="address" entity={cardAddLink} id={link.id} />],
        ...card,
        [label('purpose'), labels.value('purpose', undefined, link.purpose)],
        [label('description'), link.description],
        [label('status_reason'), link.status_reason && reasonOf(link.status_reason)],
        [label('last_status_update'), <Instant key="at" value={link.last_status_update} />],
        [label('expires_at'), <Instant key="until" value={link.expires_at} />],
        [label('attempts'), String(link.attempts)],
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
