import type { Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { notify } from '../../platform/notify.ts'
import { useReadAgain } from './use-profile.ts'

interface EndButtonProps<E extends Endpoint> {
  endpoint: E
  params: ParamsOf<E>
  verb: string
  /** The name of the item, for people who do not see the row. */
  name: string
  title: string
  text: string
  /** The notice after success. */
  done: string
}

/** Ends or removes an item of a list, after a confirmation. */
export function EndButton<E extends Endpoint>({ verb, name, done, ...command }: EndButtonProps<E>) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('profile.verb_of', { verb, name })}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <ConfirmCommand
        {...command}
        verb={verb}
        opened={isOpen}
        onClose={() => setOpen(false)}
        isDangerous
        done={() => {
          void readAgain()
          notify({ color: 'green', message: done })
        }}
      />
    </>
  )
}
