import { createWebhookEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { useAdding } from '../platform/list/adding.ts'
import { without } from '../platform/list/address/list-search.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'

const WebhookForm = lazy(() => import('./webhook.form.tsx').then((module) => ({ default: module.WebhookForm })))

/** The button and its form. The form is empty, or a copy of the webhook in the address. */
export function CreateWebhook() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const clone = typeof search.clone === 'string' ? search.clone : undefined
  const reading = useClone(clone)
  const like = clone === undefined ? undefined : reading.data
  const [opened, setOpened] = useState(useHasDraft(draftName(createWebhookEndpoint)))
  const open = () => setOpened(true)
  const label = useAdding(open)

  const close = () => {
    setOpened(false)
    if (clone) address.change(without(search, ['clone']), { replace: true })
  }
  if (label === undefined) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={open}>
        {label}
      </Button>
      <Suspense>
        {clone && !like && <WaitingDialog title={t('webhooks.create_title')} reading={reading} onClose={close} />}
        {(clone ? like : opened) && (
          <WebhookForm key={clone} {...(like ? { like } : {})} onClose={close} onCreated={address.open} />
        )}
      </Suspense>
    </>
  )
}

/** The webhook in the address. If it does not exist, one notice says so and the parameter is removed. */
function useClone(id: string | undefined) {
  const textOf = useRefusalText()
  const { search, change } = useListAddress()
  const reading = useRow(webhook, id)
  const { error } = reading
  useEffect(() => {
    if (!error || id === undefined) return
    notify({ id: 'clone', color: 'red', message: textOf(error) })
    change(without(search, ['clone']), { replace: true })
  })
  return reading
}
