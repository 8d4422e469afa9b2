import {
  acceptShareEndpoint,
  declineShareEndpoint,
  deleteShareEndpoint,
  revokeShareEndpoint,
  shareShopsEndpoint,
  withdrawShareEndpoint,
} from '@kontor/contract/shares/share.endpoints'
import type { Share } from '@kontor/contract/shares/share.entity'
import { Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import { ShareShops } from './share-shops.tsx'

const DeclineShare = lazy(() => import('./share.form.tsx').then((module) => ({ default: module.DeclineShare })))

/** What the viewer's side can do: the receiver answers, the giver withdraws, takes back and clears away. */
export function ShareActions({ row }: { row: Share }) {
  const isPending = row.status === 'PENDING'
  const isOver = !isPending && row.status !== 'ACCEPTED'
  return (
    <ActionBar>
      {isPending && row.side !== 'sent' && <Answer row={row} />}
      {isPending && row.side !== 'received' && <Withdraw row={row} />}
      {row.status === 'ACCEPTED' && row.side !== 'received' && <Revoke row={row} />}
      {isOver && row.side !== 'received' && <Remove row={row} />}
    </ActionBar>
  )
}

function Answer({ row }: { row: Share }) {
  const { t } = useTranslation()
  const wasDeclining = useHasDraft(draftName(declineShareEndpoint, row.id))
  const [open, setOpen] = useState<'accept' | 'decline' | undefined>(wasDeclining ? 'decline' : undefined)
  const close = () => setOpen(undefined)
  return (
    <IfMay do={acceptShareEndpoint}>
      <ActionButton icon={IconCheck} label={t('shares.accept')} isPrimary onClick={() => setOpen('accept')} />
      <ActionButton icon={IconX} label={t('shares.decline')} onClick={() => setOpen('decline')} />
      <ConfirmCommand
        endpoint={acceptShareEndpoint}
        params={{ id: row.id }}
        opened={open === 'accept'}
        onClose={close}
        title={t('shares.accept_title', { name: row.processor_name })}
        text={t(row.access === 'USE' ? 'shares.accept_text' : 'shares.accept_text_edit', {
          to: row.to_organisation_name,
        })}
        verb={t('shares.accept')}
        done={t('shares.accepted', { name: row.processor_name })}
      />
      {open === 'decline' && (
        <Suspense fallback={null}>
          <DeclineShare row={row} opened onClose={close} />
        </Suspense>
      )}
    </IfMay>
  )
}

function Withdraw({ row }: { row: Share }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <IfMay do={withdrawShareEndpoint}>
      <ActionButton icon={IconArrowBackUp} label={t('shares.withdraw')} onClick={() => setOpen(true)} />
      <ConfirmCommand
        endpoint={withdrawShareEndpoint}
        params={{ id: row.id }}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('shares.withdraw_title')}
        text={t('shares.withdraw_text', { to: row.to_organisation_name })}
        verb={t('shares.withdraw')}
        done={t('shares.withdrawn')}
      />
    </IfMay>
  )
}

function Revoke({ row }: { row: Share }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <IfMay do={revokeShareEndpoint}>
      <ActionButton icon={IconArrowBackUp} label={t('shares.revoke')} onClick={() => setOpen(true)} />
      {isOpen && <RevokeDialog row={row} onClose={() => setOpen(false)} />}
    </IfMay>
  )
}

/** The payment profiles that the person sees are the ones that lose the processor. */
export function RevokeDialog({
  row,
  onClose,
}: {
  row: Pick<Share, 'id' | 'processor_name' | 'to_organisation_name' | 'payment_product'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const reading = useRead(shareShopsEndpoint, { params: { id: row.id } })
  const title = t('shares.revoke_title', { name: row.processor_name })
  if (!reading.data) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  const shops = reading.data
  return (
    <ConfirmCommand
      endpoint={revokeShareEndpoint}
      params={{ id: row.id }}
      body={{ shops: shops.map(({ id }) => id) }}
      opened
      onClose={onClose}
      title={title}
      text={
        <>
          <Text size="sm">{t('shares.revoke_text', { to: row.to_organisation_name })}</Text>
          <ShareShops shops={shops} product={row.payment_product} />
        </>
      }
      verb={t('shares.revoke')}
      isDangerous
      done={t('shares.revoked', { name: row.processor_name })}
    />
  )
}

function Remove({ row }: { row: Share }) {
  const { t } = useTranslation()
  return (
    <IfMay do={deleteShareEndpoint}>
      <DeleteAction
        endpoint={deleteShareEndpoint}
        row={{ id: row.id, name: row.processor_name }}
        text={t('shares.delete_text')}
        done={t('shares.deleted')}
      />
    </IfMay>
  )
}
