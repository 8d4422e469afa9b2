import '@mantine/core/styles/Switch.layer.css'
import type { Entity } from '@kontor/contract/entity'
import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListAddress } from '../platform/list/address/use-list-address.ts'

const every_ms = 5_000

/** Reads the list again every five seconds, and not while somebody reads one of its rows. */
export function LiveTail({ entity }: { entity: Entity }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { id } = useListAddress()
  const [isOn, setOn] = useState(false)
  const isRunning = isOn && id === undefined
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [entity.name] })
    }, every_ms)
    return () => clearInterval(timer)
  }, [isRunning, queries, entity.name])
  return (
    <Switch
      size="sm"
      label={t(isOn && !isRunning ? 'audit_trail.live_paused' : 'audit_trail.live')}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  )
}
