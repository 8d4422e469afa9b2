import { createCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { useOwnOrganisation } from '../platform/own-organisation.ts'

const CreateCustomer = lazy(() => import('./customer.form.tsx').then((module) => ({ default: module.CreateCustomer })))

export function AddCustomer() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(useHasDraft(draftName(createCustomerEndpoint)))
  const own = useOwnOrganisation()
  return (
    <IfMay do={createCustomerEndpoint} choosing={own ? [] : [organisation]}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('customers.add')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <CreateCustomer onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </IfMay>
  )
}
