import {
  cancelSubscriptionEndpoint,
  updateSubscriptionEndpoint,
} from '@kontor/contract/subscriptions/subscription.endpoints'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import { updateSubscriptionSchemas } from '@kontor/contract/subscriptions/subscription.schemas'
import { Button, CopyButton, Text } from '@mantine/core'
import { IconCheck, IconCircleOff, IconLink, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IntegerField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { IfMay } from '../platform/if-may.tsx'
import { notify } from '../platform/notify.ts'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import typography from '../ui/words/typography.module.css'
import type { SubscriptionRow } from './subscription-row.ts'

/** The actions on a subscription: copy the address of its page, change its end, cancel it. */
export function SubscriptionActions({ row }: { row: SubscriptionRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateSubscriptionEndpoint, row.id))
  const [open, setOpen] = useState<'update' | 'cancel' | undefined>(wasEditing ? 'update' : undefined)
  const isOver = subscriptionCan.update(row) ? undefined : t('subscriptions.is_over')
  const close = () => setOpen(undefined)
  return (
    <ActionBar>
      {/* Statuses of specification 000, section 4. */}
      {subscriptionCan.copy_link(row) && row.subscription_url && (
        <CopyLink url={row.subscription_url} isOver={row.status === 'EXPIRED'} />
      )}
      <IfMay do={updateSubscriptionEndpoint}>
        <ActionButton
          icon={IconPencil}
          label={t('subscriptions.edit')}
          reason={isOver}
          onClick={() => setOpen('update')}
        />
        <ActionButton
          icon={IconCircleOff}
          label={t('subscriptions.cancel')}
          reason={isOver}
          onClick={() => setOpen('cancel')}
        />
        <EditSubscription row={row} opened={open === 'update'} onClose={close} />
        <CancelSubscription row={row} opened={open === 'cancel'} onClose={close} />
      </IfMay>
    </ActionBar>
  )
}

/** Copies the address of the page. Of an expired subscription, the payer only reads there that it is over. */
function CopyLink({ url, isOver }: { url: string; isOver: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          title={isOver ? t('subscriptions.expired_link') : undefined}
          leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconLink size={16} aria-hidden="true" />}
          onClick={() => {
            copy()
            if (isOver) notify({ color: 'yellow', message: t('subscriptions.expired_link') })
          }}
        >
          {copied ? t('action.copied') : t('subscriptions.copy_link')}
        </Button>
      )}
    </CopyButton>
  )
}

interface DialogProps {
  row: SubscriptionRow
  opened: boolean
  onClose: () => void
}

function EditSubscription({ row, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={updateSubscriptionEndpoint}
      body={updateSubscriptionSchemas.body}
      params={{ id: row.id }}
      title={t('subscriptions.edit_subscription')}
      verb={t('action.save')}
      size="md"
      opened={opened}
      onClose={onClose}
      initial={valuesOf(row)}
      bodyOf={(values) => ({ ...values, id: row.id })}
      present={presentRow(subscription, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('form.saved') })}
    >
      <IntegerField
        name="max_billing_cycle"
        description={t('subscriptions.max_from', { cycle: row.billing_cycle })}
        autoFocus
      />
    </RecordForm>
  )
}

const valuesOf = ({ max_billing_cycle }: Pick<SubscriptionRow, 'max_billing_cycle'>) => ({
  max_billing_cycle: max_billing_cycle ?? '',
})

function CancelSubscription({ row, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmCommand
      endpoint={cancelSubscriptionEndpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t('subscriptions.cancel_title')}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t('subscriptions.cancel_text', { plan: row.plan_name, customer: row.customer_name ?? t('payments.payer') })}
        </Text>
      }
      verb={t('subscriptions.cancel')}
      isDangerous
      done={t('subscriptions.cancelled')}
    />
  )
}
