import {
  holdSettlementEndpoint,
  mailSettlementEndpoint,
  releaseSettlementEndpoint,
} from '@kontor/contract/settlements/settlement.endpoints'
import { settlementTransitions } from '@kontor/contract/settlements/settlement.rules'
import { maySucceed } from '@kontor/contract/statuses/transitions'
import { IconMail, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import type { SettlementRow } from './settlement-row.ts'

const HoldSettlement = lazy(() =>
  import('./hold-settlement.form.tsx').then((module) => ({ default: module.HoldSettlement })),
)

/** Stops the payout of a settlement, lets it go on, or mails it once more. A dialog that waits for its answer stays open. */
export function SettlementActions({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const money = useMoney()
  const mayHold = maySucceed(settlementTransitions, row.status, 'ON_HOLD')
  // An approval of a payout is taken back beside the payout.
  const mayRelease = row.status === 'ON_HOLD' && maySucceed(settlementTransitions, row.status, 'CLOSED')
  const wasHolding = useHasDraft(draftName(holdSettlementEndpoint, row.id))
  const [open, setOpen] = useState<'hold' | 'release' | 'mail' | undefined>(wasHolding && mayHold ? 'hold' : undefined)
  const close = () => setOpen(undefined)
  // Recipients stand in the profile.
  const mayMail = row.settlement_profile != null
  if (!mayHold && !mayRelease && !mayMail && open === undefined) return null
  return (
    <ActionBar>
      {(mayHold || open === 'hold') && (
        <IfMay do={holdSettlementEndpoint}>
          <ActionButton icon={IconPlayerPause} label={t('settlement.hold')} onClick={() => setOpen('hold')} />
          <Suspense>{open === 'hold' && <HoldSettlement row={row} onClose={close} />}</Suspense>
        </IfMay>
      )}
      {(mayRelease || open === 'release') && (
        <IfMay do={releaseSettlementEndpoint}>
          <ActionButton
            icon={IconPlayerPlay}
            label={t('settlement.release')}
            isPrimary
            onClick={() => setOpen('release')}
          />
          <ConfirmCommand
            endpoint={releaseSettlementEndpoint}
            params={{ id: row.id }}
            opened={open === 'release'}
            onClose={close}
            title={t('settlement.release_title', { number: row.number })}
            text={t('settlement.release_text', { amount: money(row.paid, row.currency_code), reason: row.hold_reason })}
            verb={t('settlement.release')}
            done={t('settlement.released', { number: row.number })}
          />
        </IfMay>
      )}
      {mayMail && (
        <IfMay do={mailSettlementEndpoint}>
          <ActionButton icon={IconMail} label={t('settlement.mail')} onClick={() => setOpen('mail')} />
          <ConfirmCommand
            endpoint={mailSettlementEndpoint}
            params={{ id: row.id }}
            opened={open === 'mail'}
            onClose={close}
            title={t('settlement.mail_title', { number: row.number })}
            text={t('settlement.mail_text')}
            verb={t('settlement.mail')}
            done={t('settlement.mailed', { number: row.number })}
          />
        </IfMay>
      )}
    </ActionBar>
  )
}
