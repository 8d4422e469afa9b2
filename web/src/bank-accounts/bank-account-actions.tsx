import {
  checkBankAccountNameEndpoint,
  disableBankAccountEndpoint,
  rejectBankAccountEndpoint,
  replaceBankAccountEndpoint,
  revealBankAccountEndpoint,
  verifyBankAccountEndpoint,
} from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { livingStatuses } from '@kontor/contract/bank-accounts/bank-account.rules'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { groupsOfFour } from '@kontor/contract/texts/groups-of-four'
import { Text } from '@mantine/core'
import { IconArrowsExchange, IconBan, IconCheck, IconEye, IconUserQuestion, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { type BankAccountRow, titleOfAccount } from './bank-account-row.ts'

const forms = () => import('./bank-account.form.tsx')
const Replace = lazy(() => forms().then((module) => ({ default: module.ReplaceBankAccount })))
const Verify = lazy(() => forms().then((module) => ({ default: module.VerifyBankAccount })))
const Reject = lazy(() => forms().then((module) => ({ default: module.RejectBankAccount })))

type Open = 'replace' | 'disable' | 'reveal' | 'verify' | 'reject' | 'check'

/** The merchant's people replace and disable, the provider's decide. */
export function BankAccountActions({ row }: { row: BankAccountRow }) {
  const { t } = useTranslation()
  const wasReplacing = useHasDraft(draftName(replaceBankAccountEndpoint, row.id))
  const [open, setOpen] = useState<Open | undefined>(wasReplacing ? 'replace' : undefined)
  const close = () => setOpen(undefined)
  const isLiving = livingStatuses.includes(row.status)
  const name = titleOfAccount(row)
  return (
    <ActionBar>
      {row.status === 'PENDING' && (
        <IfMay do={verifyBankAccountEndpoint}>
          <ActionButton
            icon={IconCheck}
            label={t('bank_accounts.verify')}
            isPrimary
            onClick={() => setOpen('verify')}
          />
        </IfMay>
      )}
      {isLiving && (
        <>
          <IfMay do={rejectBankAccountEndpoint}>
            <ActionButton icon={IconX} label={t('bank_accounts.reject')} onClick={() => setOpen('reject')} />
            <ActionButton
              icon={IconUserQuestion}
              label={t('bank_accounts.check_name')}
              onClick={() => setOpen('check')}
            />
          </IfMay>
          <IfMay do={replaceBankAccountEndpoint}>
            <ActionButton
              icon={IconArrowsExchange}
              label={t('bank_accounts.replace')}
              onClick={() => setOpen('replace')}
            />
            <ActionButton icon={IconBan} label={t('bank_accounts.disable')} onClick={() => setOpen('disable')} />
          </IfMay>
        </>
      )}
      <IfMay do={revealBankAccountEndpoint}>
        <RevealAction row={row} />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'replace' && <Replace row={row} onClose={close} />}
        {open === 'verify' && <Verify row={row} onClose={close} />}
        {open === 'reject' && <Reject row={row} onClose={close} />}
      </Suspense>
      {open === 'disable' && <Disable row={row} onClose={close} />}
      <ConfirmCommand
        endpoint={checkBankAccountNameEndpoint}
        params={{ id: row.id }}
        opened={open === 'check'}
        onClose={close}
        title={t('bank_accounts.check_title', { name })}
        text={t('bank_accounts.check_text')}
        verb={t('bank_accounts.check_name')}
        done={t('bank_accounts.checked')}
      />
    </ActionBar>
  )
}

/** Asks before an account is disabled, and names the shops that are paid to it: those have to be paid elsewhere first. */
function Disable({ row, onClose }: { row: BankAccountRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: shops = [] } = useList(
    paymentProfile,
    { bank_account: row.id, _limit: '20' },
    { enabled: row.profiles > 0 },
  )
  return (
    <ConfirmCommand
      endpoint={disableBankAccountEndpoint}
      params={{ id: row.id }}
      opened
      onClose={onClose}
      title={t('bank_accounts.disable_title', { name: titleOfAccount(row) })}
      text={
        <>
          <Text size="sm">{t('bank_accounts.disable_text')}</Text>
          {row.profiles > 0 && (
            <Text size="sm">
              {t('bank_accounts.used_by', { names: shops.map(({ name }) => name).join(', '), count: row.profiles })}
            </Text>
          )}
        </>
      }
      verb={t('bank_accounts.disable')}
      isDangerous
      done={t('bank_accounts.disabled')}
    />
  )
}

/** Shows the whole IBAN, which is put on record. */
function RevealAction({ row }: { row: BankAccountRow }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [iban, setIban] = useState<string>()
  return (
    <>
      <ActionButton icon={IconEye} label={t('bank_accounts.reveal')} onClick={() => setAsking(true)} />
      <ConfirmCommand
        endpoint={revealBankAccountEndpoint}
        params={{ id: row.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('bank_accounts.reveal_title', { name: row.holder })}
        text={t('bank_accounts.reveal_text')}
        verb={t('bank_accounts.reveal')}
        done={(reply) => setIban(reply.iban)}
      />
      <Dialog opened={iban !== undefined} onClose={() => setIban(undefined)} title={row.holder}>
        {iban && <CopyValue value={groupsOfFour(iban)} />}
      </Dialog>
    </>
  )
}
