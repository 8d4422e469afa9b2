import { createWebhookEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRow } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { useAdding } from '../platform/list/adding.ts'
import { without } from '../platform/list/address/list-search.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'

const WebhookForm = lazy(() => import('./webhook.form.tsx').then((module) => ({ default: module.WebhookForm })))

const path = '/webhook-testing'

/** The button and its form. The form is empty, or a copy of the webhook in the address. */
export function CreateWebhook() {
  const navigate = useNavigate()
  const { search } = useListAddress()
  const clone = typeof search.clone === 'string' ? search.clone : undefined
  const like = useClone(clone)
  const [opened, setOpened] = useState(useHasDraft(draftName(createWebhookEndpoint)))
  const open = () => setOpened(true)
  const label = useAdding(open)

  const close = () => {
    setOpened(false)
    if (clone) void navigate({ to: path, search: without(search, ['clone']), replace: true, resetScroll: false })
  }
  if (label === undefined) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={open}>
        {label}
      </Button>
      <Suspense>
        {(clone ? like : opened) && (
          <WebhookForm
            key={clone}
            {...(like ? { like } : {})}
            onClose={close}
            onCreated={(id) =>
              void navigate({
                to: `${path}/$id`,
                params: { id },
                search: without(search, ['clone']),
                resetScroll: false,
              })
            }
          />
        )}
      </Suspense>
    </>
  )
}

/** The webhook in the address. If it does not exist, one notice says so and the parameter is removed. */
function useClone(id: string | undefined) {
  const textOf = useRefusalText()
  const navigate = useNavigate()
  const { search } = useListAddress()
  const { data, error } = useRow(webhook, id)
  useEffect(() => {
    if (!error || id === undefined) return
    notify({ id: 'clone', color: 'red', message: textOf(error) })
    void navigate({ to: path, search: without(search, ['clone']), replace: true })
  })
  return id === undefined ? undefined : data
}
