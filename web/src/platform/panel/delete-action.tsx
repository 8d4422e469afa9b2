import type { Endpoint } from '@kontor/contract/endpoint'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../confirm-command.tsx'
import { useListAddress } from '../list/address/use-list-address.ts'
import { ActionButton } from './action-button.tsx'

interface DeleteActionProps {
  endpoint: Endpoint
  row: { id: string; name: string }
  /** A sentence about the effect. */
  text: ReactNode
  /** The notice after success. */
  done: string
  /** The reason why it is not possible now. */
  reason?: string | undefined
}

/** The delete button of a row's panel. The panel closes when the row is deleted. */
export function DeleteAction({ endpoint, row, text, done, reason }: DeleteActionProps) {
  const { t } = useTranslation()
  const { close } = useListAddress()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ActionButton icon={IconTrash} label={t('action.delete')} reason={reason} onClick={() => setAsking(true)} />
      <ConfirmCommand
        endpoint={endpoint}
        params={{ id: row.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('action.delete_title', { name: row.name })}
        text={text}
        verb={t('action.delete')}
        isDangerous
        done={done}
        goOn={close}
      />
    </>
  )
}
