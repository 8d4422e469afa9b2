import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import {
  createCheckoutDesignEndpoint,
  deleteCheckoutDesignEndpoint,
  previewCheckoutDesignEndpoint,
  updateCheckoutDesignEndpoint,
} from '@kontor/contract/checkout/checkout-design.endpoints'
import { type CheckoutDesign, checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { isAllowed } from '@kontor/contract/roles'
import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { Box } from '@mantine/core'
import { IconCopyPlus, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import type { Related } from '../../platform/api/related.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import styles from './design.panel.module.css'
import { DesignColors } from './design-colors.tsx'
import { DesignPreview } from './design-preview.tsx'

type DesignRow = Populated<typeof checkoutDesign, { organisation: Related<Organisation> }>

export default function DesignPanel({ id }: { id: string }) {
  // Only those who may create or change a design may request its preview.
  const mayLook = useMay(previewCheckoutDesignEndpoint)
  const { data, error, refetch } = useRow<typeof checkoutDesign, DesignRow>(checkoutDesign, id, {
    populate: ['organisation'],
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={9} />
  return (
    <>
      <TitledHead title={data.name} actions={data.deleted_at === null && <Actions design={data} />}>
        {data.description}
      </TitledHead>
      {mayLook && (
        <Box mb={16}>
          <DesignPreview values={{ ...data }} />
        </Box>
      )}
      <Details design={data} />
      {data.uses > 0 && <Uses id={id} />}
      <HistoryBelow entity={checkoutDesign} id={id} />
    </>
  )
}

function Actions({ design }: { design: DesignRow }) {
  const { t } = useTranslation()
  const { id: checkoutId } = design
  return (
    <ActionBar>
      <IfMay do={updateCheckoutDesignEndpoint}>
        <ActionButton
          icon={IconPencil}
          label={t('action.edit')}
          renderRoot={(props) => <Link to="/checkout-designs/$checkoutId" params={{ checkoutId }} {...props} />}
        />
      </IfMay>
      <IfMay do={createCheckoutDesignEndpoint}>
        <ActionButton
          icon={IconCopyPlus}
          label={t('designs.clone')}
          renderRoot={(props) => <Link to="/checkout-designs/new" search={{ like: checkoutId }} {...props} />}
        />
      </IfMay>
      <IfMay do={deleteCheckoutDesignEndpoint}>
        <DeleteAction
          endpoint={deleteCheckoutDesignEndpoint}
          row={design}
          text={t('designs.delete_text')}
          done={t('designs.deleted', { name: design.name })}
          reason={design.uses > 0 ? t('designs.used', { count: design.uses }) : undefined}
        />
      </IfMay>
    </ActionBar>
  )
}

/** The plans and links that use the design, because of which it cannot be deleted. */
function Uses({ id }: { id: string }) {
  const { t } = useTranslation()
  const { roles } = useViewer()
  const lists = [
    { entity: paymentLink, to: '/payment-links', search: { checkout: id, active: 'true' } },
    { entity: cardAddLink, to: '/card-add-links', search: { checkout: id, active: 'true' } },
    { entity: plan, to: '/subscriptions/plans', search: { checkout: id } },
  ].filter(({ entity }) => isAllowed(entity.roles.list, roles))
  return (
    <ul className={styles.uses}>
      {lists.map(({ entity, to, search }) => (
        <li key={to}>
          <AnchorLink to={to} search={search}>
            {t(`designs.of.${entity.name}`)}
          </AnchorLink>
        </li>
      ))}
    </ul>
  )
}

/** The text may be longer than its box, so the box is scrollable by keyboard. */
function Sheet({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={styles.sheet} aria-label={label} tabIndex={0}>
      {text}
    </section>
  )
}

function Details({ design }: { design: DesignRow }) {
  const labels = useLabels()
  const label = (name: keyof CheckoutDesign) => labels.field(checkoutDesign, name)
  const cell = (name: keyof CheckoutDesign): [string, React.ReactNode] => [
    label(name),
    <Cell key={name} entity={checkoutDesign} name={name} row={design} />,
  ]
  return (
    <FieldList
      fields={[
        cell('header_payment_description'),
        cell('payment_product_order'),
        cell('number_format'),
        cell('show_language_switch'),
        [labels.field(checkoutDesign, 'colors'), <DesignColors key="colors" of={{ ...design, organisation: '' }} />],
        [label('logo_url'), design.logo_url],
        [label('background_image_url'), design.background_image_url],
        [label('css'), design.css && <Sheet key="css" label={label('css')} text={design.css} />],
        [label('uses'), labels.number(design.uses)],
        [label('organisation'), <RelatedName key="organisation" of={design.organisation} />],
        [label('created_at'), <Instant key="at" value={design.created_at} />],
        [label('id'), <ShortId key="id" value={design.id} />],
      ]}
    />
  )
}
