import {
  historyOfProviderSignOnEndpoint,
  providerSignOnEndpoint,
} from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { useMay } from '../../platform/viewer.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SignOnFacts } from './sign-on-facts.tsx'

/** Opens the single sign-on of the provider's staff. */
export function ProviderSignOn() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!useMay(providerSignOnEndpoint)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldLock size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('sign_on.heading')}
      </Button>
      {isOpen && <Shown onClose={() => setOpen(false)} />}
    </>
  )
}

function Shown({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(providerSignOnEndpoint)
  return (
    <Dialog opened onClose={onClose} title={t('sign_on.of_provider')} size="lg">
      {data ? (
        <>
          <SignOnFacts house="provider" reply={data} />
          <HistoryBelow entity={merchant} id="provider" endpoint={historyOfProviderSignOnEndpoint} />
        </>
      ) : (
        <NotYet error={error} refetch={refetch} rows={3} />
      )}
    </Dialog>
  )
}
