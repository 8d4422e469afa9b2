import type { Entity } from '@kontor/contract/entity'
import type { Change, History as Read } from '@kontor/contract/platform/history'
import { restoredFromHeader } from '@kontor/contract/platform/history.rules'
import { type PutBack, putBack, type Restorable, restorable } from '@kontor/contract/restorable'
import { isUuid } from '@kontor/contract/uuid'
import { Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowNarrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../api/reading.ts'
import { ConfirmCommand } from '../confirm-command.tsx'
import { WaitingDialog } from '../form/dialog/waiting-dialog.tsx'
import { IfMay } from '../if-may.tsx'
import { useLabels } from '../value/labels.ts'
import { ActionButton } from './action-button.tsx'
import lines from './history.module.css'
import { HistoryValue } from './history-value.tsx'

export type KnownRow = Readonly<Record<string, unknown>>

interface BackToThisProps {
  entity: Entity
  id: string
  row: KnownRow | undefined
  change: Change
  read: Read
}

/** Puts the fields of a row back to what they were after a change, by the row's own command. */
export function BackToThis({ entity, id, row, change, read }: BackToThisProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const way = restorable[entity.name]
  const fields = way && change.part === null ? putBack(way, read.changes, change.version) : []
  if (!way || fields.length === 0) return null
  // A column that is no field of the entity refers to a row as well, such as the person who looks after a processor.
  const gone = fields.find(
    ({ name, earlier }) => (entity.fields[name]?.kind ?? 'ref') === 'ref' && isGone(earlier, read),
  )
  return (
    <IfMay do={way.endpoint}>
      <div className={lines.back}>
        <ActionButton
          icon={IconArrowBackUp}
          label={t('history.back')}
          named={t('history.back_named', { version: change.version })}
          reason={gone && t('history.gone', { field: labels.field<string>(entity, gone.name) })}
          onClick={() => setOpen(true)}
        />
      </div>
      {isOpen && (
        <PutItBack
          way={way}
          entity={entity}
          id={id}
          row={row}
          fields={fields}
          change={change}
          read={read}
          onClose={() => setOpen(false)}
        />
      )}
    </IfMay>
  )
}

/** A row that the history cannot name is not there any more, or not for this person. */
const isGone = (value: unknown, { names }: Read): boolean =>
  typeof value === 'string' && isUuid(value) && !(value in names)

interface PutBackProps extends BackToThisProps {
  way: Restorable
  fields: readonly PutBack[]
  onClose: () => void
}

function PutItBack({ way, entity, id, row: given, fields, change, read, onClose }: PutBackProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { always = [] } = way
  const reading = useRow(entity, id, { enabled: always.length > 0 && given === undefined })
  const row = given ?? reading.data
  const { version } = change
  const title = t('history.back_title', { version })
  if (always.length > 0 && !row) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  const known: KnownRow = { ...row }
  return (
    <ConfirmCommand
      endpoint={way.endpoint}
      params={{ id }}
      body={{
        ...Object.fromEntries(always.map((name) => [name, known[name]])),
        ...Object.fromEntries(fields.map(({ name, earlier }) => [name, earlier])),
      }}
      headers={{ [restoredFromHeader]: String(version) }}
      opened
      onClose={onClose}
      title={title}
      text={
        <>
          <Text size="sm">{t('history.back_text')}</Text>
          <dl className={lines.fields}>
            {fields.map(({ name, field, present, earlier }) => (
              <div key={name}>
                <dt>{labels.field<string>(entity, name)}</dt>
                <dd>
                  <del>
                    <HistoryValue entity={entity} name={field} value={present} read={read} />
                  </del>
                  <IconArrowNarrowRight size={16} role="img" aria-label={t('payments.becomes')} />
                  <ins>
                    <HistoryValue entity={entity} name={field} value={earlier} read={read} />
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        </>
      }
      verb={t('history.back')}
      done={t('history.back_done', { version })}
    />
  )
}
