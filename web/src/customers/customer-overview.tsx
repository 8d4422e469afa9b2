import { customer } from '@kontor/contract/customers/customer.entity'
import { customerSummaryEndpoint, revealCustomerEndpoint } from '@kontor/contract/customers/customer-reads.endpoints'
import type { RevealedCustomer } from '@kontor/contract/customers/customer-reads.schemas'
import { Alert, Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerFields } from '../payments/customer-fields.tsx'
import type { CustomerRow } from '../payments/rows.ts'
import { call } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useScope } from '../platform/api/scope.ts'
import { useChanged } from '../platform/api/use-changed.ts'
import { useSubmit } from '../platform/api/use-submit.ts'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Day } from '../platform/value/instant.tsx'
import { useMay } from '../platform/viewer.ts'
import { CustomerCards } from './customer-cards.tsx'
import { CustomerTotals } from './customer-totals.tsx'

export function CustomerOverview({ row }: { row: CustomerRow }) {
  const { t } = useTranslation()
  const { data } = useRead(customerSummaryEndpoint, { params: { id: row.id } })
  return (
    <>
      {data && data.totals.length > 0 && (
        <PanelSection title={t('customers.bought')}>
          <CustomerTotals totals={data.totals} />
        </PanelSection>
      )}
      <PanelSection title={t('customers.details')}>
        <Details key={row.id} row={row} />
      </PanelSection>
      {data && data.cards.length > 0 && (
        <PanelSection title={t('customers.cards')}>
          <CustomerCards cards={data.cards} />
        </PanelSection>
      )}
    </>
  )
}

/** Masked values are read by a separate call, only when somebody asks: the server records who read them. */
function Details({ row }: { row: CustomerRow }) {
  const { t } = useTranslation()
  const scope = useScope()
  const mayReveal = useMay(revealCustomerEndpoint)
  const textOf = useRefusalText()
  const [revealed, setRevealed] = useState<RevealedCustomer>()
  // The row has the same signs in their place after a change, so it does not show one.
  useChanged(customer.name, () => setRevealed(undefined))
  const reveal = useSubmit(async () =>
    setRevealed(await call(revealCustomerEndpoint, { params: { id: row.id }, scope })),
  )
  const isSealed = row.date_of_birth !== null || row.social_security_number !== null
  return (
    <>
      <CustomerFields
        row={row}
        {...(revealed
          ? {
              sensitive: {
                date_of_birth: revealed.date_of_birth && <Day value={revealed.date_of_birth} />,
                social_security_number: revealed.social_security_number,
              },
            }
          : {})}
      />
      {isSealed && mayReveal && !revealed && (
        <Group mt="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconEye size={16} aria-hidden="true" />}
            loading={reveal.isBusy}
            onClick={() => void reveal.submit()}
          >
            {t('customers.reveal')}
          </Button>
        </Group>
      )}
      {reveal.refusal && (
        <Alert color="red" role="alert" mt="xs">
          {textOf(reveal.refusal)}
        </Alert>
      )}
    </>
  )
}
