import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'

/** Opens the transfers of a step, in the same panel. */
export function StepLink({ step, children }: { step: SettlementStep; children: ReactNode }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return (
    <AnchorLink to="." search={{ ...search, tab: 'transfers', step }} replace resetScroll={false}>
      {children}
    </AnchorLink>
  )
}

/** The step whose transfers the panel shows; undefined: those of all. The address has it. */
export function useStep(): [SettlementStep | undefined, (step: string) => void] {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const known = Object.keys(settlementSteps) as SettlementStep[]
  const step = known.find((each) => each === search['step'])
  const choose = (next: string) =>
    void navigate({ to: '.', search: { ...search, step: next || undefined }, replace: true, resetScroll: false })
  return [step, choose]
}
