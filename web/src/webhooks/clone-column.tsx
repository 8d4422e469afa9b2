import type { Webhook } from '@kontor/contract/webhooks/webhook.entity'
import { cloneWebhookRoles } from '@kontor/contract/webhooks/webhook.rules'
import { ActionIcon } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../platform/api/scope.ts'
import type { Column } from '../platform/list/columns/columns.tsx'
import { useMay, useViewer } from '../platform/viewer.ts'
import { pspWebhookColumns, webhookColumns } from './webhook.columns.tsx'

const IconLink = createLink((props: ComponentPropsWithRef<'a'>) => <ActionIcon component="a" size={28} {...props} />)

/** A link to a new manual webhook that copies the row's. */
function CloneLink({ row }: { row: Webhook }) {
  const { t } = useTranslation()
  const label = t('webhooks.clone')
  return (
    <IconLink
      to="/webhook-testing"
      search={{ clone: row.id }}
      aria-label={t('webhooks.clone_of', { id: row.id.slice(-8) })}
      title={label}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <IconCopyPlus size={16} aria-hidden="true" />
    </IconLink>
  )
}

const cloneColumn: Column<Webhook> = {
  name: 'clone',
  isRight: false,
  isSortable: false,
  isExtra: false,
  render: (row) => <CloneLink row={row} />,
}
const withClone: readonly Column<Webhook>[] = [...webhookColumns, cloneColumn]

/** The clone column exists only in the view of a merchant and for certain roles (000 section 2). */
export function useWebhookColumns(): readonly Column<Webhook>[] {
  const { psp } = useViewer()
  const { merchant } = useScope()
  const mayClone = useMay(cloneWebhookRoles)
  if (psp && merchant === undefined) return pspWebhookColumns
  return mayClone ? withClone : webhookColumns
}
