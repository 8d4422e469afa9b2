import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useAdding } from '../../platform/list/adding.ts'
import { useFoundBefore } from '../find/found-before.ts'

const RefundSteps = lazy(() => import('./refund-steps.tsx').then((module) => ({ default: module.RefundSteps })))

export function AddRefund() {
  const isBegun = useFoundBefore().read() !== undefined
  // The dialog stays mounted after its first opening, so that it can follow the refund.
  const [step, setStep] = useState<'never' | 'closed' | 'find' | 'refund'>(isBegun ? 'refund' : 'never')
  const find = () => setStep('find')
  const label = useAdding(find)
  if (label === undefined) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={find}>
        {label}
      </Button>
      {step !== 'never' && (
        <Suspense fallback={null}>
          <RefundSteps step={step} onStep={setStep} />
        </Suspense>
      )}
    </>
  )
}
