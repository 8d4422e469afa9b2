import { refundRoles } from '@kontor/contract/payments/refund.rules'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../platform/viewer.ts'
import { useFoundBefore } from '../find/found-before.ts'

const RefundSteps = lazy(() => import('./refund-steps.tsx').then((module) => ({ default: module.RefundSteps })))

export function AddRefund() {
  const { t } = useTranslation()
  const isBegun = useFoundBefore().read() !== undefined
  // The dialog stays mounted after its first opening, so that it can follow the refund.
  const [step, setStep] = useState<'never' | 'closed' | 'find' | 'refund'>(isBegun ? 'refund' : 'never')
  if (!useMay(refundRoles)) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setStep('find')}>
        {t('payments.add_refund')}
      </Button>
      {step !== 'never' && (
        <Suspense fallback={null}>
          <RefundSteps step={step} onStep={setStep} />
        </Suspense>
      )}
    </>
  )
}
