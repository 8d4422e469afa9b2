import {
  merchantSecurityEndpoint,
  setMerchantSecurityEndpoint,
} from '@kontor/contract/organisations/merchant-security.endpoints'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { useMay } from '../../platform/viewer.ts'

const MerchantSecurityForm = lazy(() =>
  import('./merchant-security.form.tsx').then((module) => ({ default: module.MerchantSecurityForm })),
)

interface MerchantSecurityButtonProps {
  merchant: { id: string; name: string }
  /** The row and its open panel both have the button, and each opens its own draft again. */
  place: 'row' | 'panel'
}

/** Opens the sign-in requirements on a merchant's users. */
export function MerchantSecurityButton({ merchant, place }: MerchantSecurityButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(useHasDraft(draftName(setMerchantSecurityEndpoint, merchant.id, place)))
  const [mayRead, mayChange] = [useMay(merchantSecurityEndpoint), useMay(setMerchantSecurityEndpoint)]
  // The panel itself shows them to those who may only look.
  if (!mayRead || (place === 'panel' && !mayChange)) return null
  const label = t('merchants.security_of', { name: merchant.name })
  return (
    <>
      {place === 'row' ? (
        <Tooltip label={t('merchants.security')}>
          <ActionIcon size={28} aria-label={label} onClick={() => setOpen(true)}>
            <IconShieldLock size={18} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          leftSection={<IconShieldLock size={16} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('merchants.security_change')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <MerchantSecurityForm merchant={merchant} place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
