import { createCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import { type CheckoutDesign, checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../../platform/if-may.tsx'
import { type Column, columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { DesignColors } from './design-colors.tsx'

const fields = columnsOf(
  checkoutDesign,
  ['name', 'description', 'payment_product_order', 'number_format', 'uses', 'created_at'],
  { extra: ['id', 'header_payment_description', 'show_language_switch', 'organisation'] },
)
const colors: Column<CheckoutDesign> = {
  ...{ name: 'colors', isRight: false, isSortable: false, isExtra: false },
  render: (row) => <DesignColors of={row} />,
}
const columns = [...fields.slice(0, 2), colors, ...fields.slice(2)]

/** All designs of the payment page. A row opens beside the list; changing it has a screen of its own. */
export default function DesignPage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={['organisation']}>
      <IfMay do={createCheckoutDesignEndpoint}>
        <Button component={Link} to="/checkout-designs/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
          {t('designs.add')}
        </Button>
      </IfMay>
    </ListPage>
  )
}
